/** A number in the stored form, or a sentence about the mistake. */
export type ReadNumber = { readonly value: string } | { readonly mistake: string };

const mostDigits = 12;

/**
 * Reads a typed number such as "1200", "-3.5", "3,5", "1,200.5" or "1 200,5". Returns a mistake for
 * a number such as "1,200", because it can mean 1200 or 1.2.
 */
export function readNumber(typed: string): ReadNumber {
  const text = typed
    .replace(/[\u2212\u2012\u2013]/g, "-")
    .replace(/(?<=\d)[\s\u00a0\u202f'’](?=\d{3}(?!\d))/g, "_")
    .trim();
  const match = /^([+-]?)([\d_]*\d(?:[.,_]\d+)*)$/u.exec(text);
  if (match === null || typed.includes("_")) return unclear(typed);
  const [, sign = "", digits = ""] = match;
  const isGroupedBySpaces = digits.includes("_");
  const marks = [...digits.replaceAll("_", "")].filter((mark) => mark === "." || mark === ",");
  const [first] = marks;
  const last = marks.at(-1);
  const plain = digits.replaceAll("_", "");
  if (first === undefined || last === undefined) return written(sign, plain, "");
  const end = plain.lastIndexOf(last);
  const tail = plain.slice(end + 1);
  const kinds = new Set(marks);
  if (kinds.size === 2) {
    // With two different separators, the last is the decimal sign, which occurs once, and the other
    // is the thousands separator.
    const head = plain.slice(0, end);
    const isGrouped = /^\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*$/.test(head) && !head.includes(last);
    return isGrouped ? written(sign, head.replace(/[.,]/g, ""), tail) : unclear(typed);
  }
  if (marks.length > 1) {
    const isGrouped = /^\d{1,3}(?:[.,]\d{3})+$/.test(plain);
    return isGrouped ? written(sign, plain.replace(/[.,]/g, ""), "") : unclear(typed);
  }
  if (tail.length === 3 && !isGroupedBySpaces && /^[1-9]\d{0,2}$/.test(plain.slice(0, end))) {
    const whole = plain.replace(/[.,]/, "");
    return {
      mistake: `“${typed.trim()}” can be ${whole} or ${Number(plain.replace(",", "."))}. Write ${whole}, or fewer or more decimals.`,
    };
  }
  return written(sign, plain.slice(0, end), tail);
}

function unclear(typed: string): ReadNumber {
  return { mistake: `“${typed.trim()}” is not a number. Write it as 1200 or 3.5.` };
}

function written(sign: string, whole: string, decimals: string): ReadNumber {
  const head = whole.replace(/^0+(?=\d)/, "");
  const tail = decimals.replace(/0+$/, "");
  if (head.length > mostDigits || tail.length > 6) {
    return { mistake: "A number has at most 12 digits before and 6 after the decimal sign." };
  }
  const isZero = head === "0" && tail === "";
  return { value: `${sign === "-" && !isZero ? "-" : ""}${head}${tail === "" ? "" : `.${tail}`}` };
}

/** Formats a stored number for people: "1,200.5". */
export function shownNumber(value: string): string {
  const [, sign = "", whole = "", decimals = ""] = /^(-?)(\d*)(\.\d+)?$/.exec(value) ?? [];
  return `${sign === "-" ? "−" : ""}${whole.replace(/\B(?=(\d{3})+$)/g, ",")}${decimals}`;
}

/** Exact difference of two stored numbers, as a stored number. */
export function differenceOf(value: string, earlier: string): string {
  const places = Math.max(decimalsOf(value), decimalsOf(earlier));
  const difference = scaled(value, places) - scaled(earlier, places);
  const digits = (difference < 0n ? -difference : difference).toString().padStart(places + 1, "0");
  const whole = digits.slice(0, digits.length - places);
  const read = written(difference < 0n ? "-" : "", whole, digits.slice(digits.length - places));
  return "value" in read ? read.value : "0";
}

const decimalsOf = (value: string) => value.split(".")[1]?.length ?? 0;

function scaled(value: string, places: number): bigint {
  const [whole = "0", decimals = ""] = value.split(".");
  return BigInt(`${whole}${decimals.padEnd(places, "0")}`);
}

/** "+300", "−150.5" or "no change". */
export function changeOf(value: string, earlier: string): string {
  const difference = differenceOf(value, earlier);
  if (difference === "0") return "no change";
  return `${difference.startsWith("-") ? "" : "+"}${shownNumber(difference)}`;
}
