/** How a file writes decimals: 1,200.5 or 1.200,5. */
export type DecimalSign = "point" | "comma";

/** Marks of programs for a value that does not exist. */
const emptyMark = /^(?:[-–—―−‒]{1,3}|n\s?\/\s?a|#n\/a|n\.?\s?[ad]\.|k\.\s?a\.|null|nan)?$/i;

/** True for a cell without a value: blank, or with a mark such as "–" or "n/a". */
export function isEmptyCell(cell: string): boolean {
  const text = cell.trim();
  return text.length < 6 && emptyMark.test(text);
}

export const hasPercent = (cell: string) => /[%٪﹪％]/.test(cell);

/** Most cells of a file are written like this, so they are read without the rules below. */
const wholeNumber = /^\d{1,12}$/;
const longestNumber = 60;

/** Currencies, percent signs and spaces around a number. */
const around = /^(?:[\p{Sc}%٪\s]|[A-Z]{3}(?=\s))+|(?:[\p{Sc}%٪\s]|(?<=\s)[A-Z]{3})+$/gu;
const groupedDigits = /^\d{1,3}(?:([., '])\d{3})(?:\1\d{3})*$|^\d{1,2}(?:,\d{2})+,\d{3}$/;

/**
 * The number in a cell, without a percent sign or a currency; null for a cell that is not a number.
 * Reads digits of any script, and "(5)" of accountants as -5.
 */
export function numberIn(cell: string, sign: DecimalSign): number | null {
  if (wholeNumber.test(cell)) return Number(cell);
  if (cell.length > longestNumber) return null;
  return signedNumber(unsigned(cell), sign);
}

interface Unsigned {
  readonly isNegative: boolean;
  readonly digits: string;
}

function signedNumber({ isNegative, digits }: Unsigned, sign: DecimalSign): number | null {
  const [whole = "", fraction, ...rest] = digits.split(sign === "point" ? "." : ",");
  const grouped = groupedDigits.test(whole) ? whole.replace(/[., ']/g, "") : whole;
  if (rest.length > 0 || !/^\d{1,12}$/.test(grouped)) return null;
  if (fraction !== undefined && !/^\d{1,12}$/.test(fraction)) return null;
  const number = Number(`${grouped}.${fraction ?? "0"}`);
  return isNegative && number !== 0 ? -number : number;
}

/** The digits of a number with plain signs: "1 200,5" of "−1 200,5 %". */
function unsigned(cell: string): Unsigned {
  const plain = latinDigits(cell)
    .replace(/[−–‒﹣]/g, "-")
    .replace(/[\s ]/g, " ")
    .replace(/[’‘ʼ´`]/g, "'")
    .replaceAll("٫", ".")
    .replaceAll("٬", "'")
    .trim();
  const inBrackets = /^\((.*)\)$/.exec(plain)?.[1];
  const bare = (inBrackets ?? plain).replace(around, "");
  const [, mark = "", digits = ""] = /^([-+]?)\s?(.*)$/.exec(bare) ?? [];
  return {
    isNegative: mark === "-" || (mark === "" && inBrackets !== undefined),
    digits: digits.replace(around, ""),
  };
}

/**
 * Replaces digits of other scripts, such as Arabic ones, and full-width letters and signs, and
 * removes marks of direction.
 */
export function latinDigits(text: string): string {
  if (/^[ -~]*$/.test(text)) return text;
  const plain = text.normalize("NFKC").replace(/\p{Cf}/gu, "");
  return plain.replace(/\p{Nd}/gu, (digit) => {
    let zero = digit.codePointAt(0) ?? 0;
    const value = zero;
    // Digits of a script follow one another, from 0 to 9.
    while (value - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
    return String(value - zero);
  });
}

export function isNumber(cell: string): boolean {
  if (wholeNumber.test(cell)) return true;
  if (cell.length > longestNumber || !/\p{Nd}/u.test(cell)) return false;
  const read = unsigned(cell);
  return signedNumber(read, "point") !== null || signedNumber(read, "comma") !== null;
}

/**
 * The decimal sign that fits more cells. Undefined when the cells do not show it: the numbers are
 * whole, or all of them are like "1,200", which can be 1200 or 1.2.
 */
function shownDecimalSign(cells: readonly string[]): DecimalSign | undefined {
  let balance = 0;
  for (const cell of cells) {
    if (wholeNumber.test(cell) || cell.length > longestNumber) continue;
    const { digits } = unsigned(cell);
    const last = /[.,](?=[^.,]*$)/.exec(digits);
    if (last === null) continue;
    const isPoint = last[0] === ".";
    const marks = digits.match(/[.,]/g) ?? [];
    const isGroup = marks.length > 1 && new Set(marks).size === 1;
    const [head, tail] = [digits.slice(0, last.index), digits.slice(last.index + 1)];
    const isUnclear = marks.length === 1 && /^[1-9]\d{0,2}$/.test(head) && tail.length === 3;
    if (isUnclear) continue;
    balance += isPoint === isGroup ? -1 : 1;
  }
  return balance === 0 ? undefined : balance > 0 ? "point" : "comma";
}

/**
 * The decimal sign of a file. When no number shows it, digits in groups such as "1.200" are taken
 * for whole numbers, which are more frequent than three decimals.
 */
export function decimalSignOf(cells: readonly string[]): DecimalSign {
  const shown = shownDecimalSign(cells);
  if (shown !== undefined) return shown;
  const grouped = (mark: string) => cells.filter((cell) => cell.includes(mark));
  return grouped(".").length > grouped(",").length ? "comma" : "point";
}

/** A number of the file that can be read in two ways: "1.200" can be 1200 or 1.2. */
export function unclearNumberIn(cells: readonly string[]): string | undefined {
  if (shownDecimalSign(cells) !== undefined) return undefined;
  return cells.find(
    (cell) => cell.length <= longestNumber && /^[1-9]\d{0,2}[.,]\d{3}$/.test(unsigned(cell).digits),
  );
}
