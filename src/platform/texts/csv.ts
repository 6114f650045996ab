import { amountFromCents } from "../money.ts";

/**
 * A text, which a stranger may have typed, or a number of the program. Only a number may begin with
 * a minus: a refund is a number by its type, never because a text looks like one.
 */
export type CsvCell = string | number | { readonly cents: number };

/** Characters that begin a formula, and those that NFKC turns into one, such as the full-width =. */
export const formulaStart = "=＝﹦⁼₌⩵⩶+＋﹢⁺₊﬩@＠﹫\\-－﹣";

/**
 * Characters at which some reader begins a new cell or line, and those that NFKC turns into one. A
 * reader can ignore quotation marks, or expect semicolons or tabs where this file has commas.
 */
export const cellEnd =
  ",，︐﹐;；︔﹔\u037e|｜\\t\\n\\v\\f\\r\\u0085\\u2028\\u2029\\u{1f101}-\\u{1f10a}";

/** Accents and lines that NFKC turns into a space with a combining mark, such as the macron. */
const spacedMarks =
  "\\u00a8\\u00af\\u00b4\\u00b8\\u02d8-\\u02dd\\u037a\\u0384\\u0385\\u1fbd\\u1fbf-\\u1fc1\\u1fcd-\\u1fcf" +
  "\\u1fdd-\\u1fdf\\u1fed\\u1fee\\u1ffd\\u1ffe\\u2017\\u203e\\u309b\\u309c\\ufc5e-\\ufc63\\ufe49-\\ufe4c" +
  "\\ufe70\\ufe72\\ufe74\\ufe76\\ufe78\\ufe7a\\ufe7c\\ufe7e\\uff9e\\uff9f\\uffe3";

/** Characters that a reader can drop or not show before a formula, and quotation marks. */
export const skippedBeforeFormula = `\\s"＂\\p{C}\\p{Z}\\p{M}\\p{Default_Ignorable_Code_Point}\\u2800${spacedMarks}`;

const formulas = new RegExp(
  `(?<=(?:^|[${cellEnd}])[${skippedBeforeFormula}]*)[${formulaStart}]`,
  "gu",
);

/**
 * The text with an apostrophe before each formula that a spreadsheet could find in it: at the
 * beginning, and wherever a reader could begin another cell.
 */
export function withoutFormulas(text: string): string {
  return text.replace(formulas, "'$&");
}

/** One line of a CSV file (RFC 4180) with its line end. Each text is quoted, without formulas. */
export function csvRow(cells: readonly CsvCell[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

/** The byte order mark tells spreadsheets that a file is UTF-8. */
export const byteOrderMark = "\ufeff";

/**
 * The parts of a CSV file. Reads the first rows before the headings, so that an operation that
 * refuses to read them throws before the first part, and no part of a file is sent.
 */
export async function* csvParts(
  headings: readonly string[],
  rows: AsyncGenerator<readonly (readonly CsvCell[])[]>,
  opening: "" | typeof byteOrderMark = "",
): AsyncGenerator<string> {
  let head = opening + csvRow(headings);
  for await (const chunk of rows) {
    yield head + chunk.map(csvRow).join("");
    head = "";
  }
  if (head !== "") yield head;
}

function csvCell(cell: CsvCell): string {
  if (typeof cell === "number") return String(cell);
  if (typeof cell !== "string") return amountFromCents(cell.cents);
  return `"${withoutFormulas(cell).replaceAll('"', '""')}"`;
}
