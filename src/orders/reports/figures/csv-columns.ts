import { type DayOrder, type DecimalSign, dayOrderOf, decimalSignOf } from "./read-table-cells.ts";

/** Meanings that a person can give to a column of a file. */
export const columnUses = [
  "none",
  "day",
  "search",
  "page",
  "clicks",
  "impressions",
  "position",
  "sum",
  "mean",
] as const;
export type ColumnUse = (typeof columnUses)[number];

export const columnUseNames: Readonly<Record<ColumnUse, string>> = {
  none: "Not used",
  day: "Day",
  search: "Search",
  page: "Page",
  clicks: "Clicks",
  impressions: "Times shown",
  position: "Position",
  sum: "Another number, added up",
  mean: "Another number, averaged",
};

/** The first rows of a file, with guesses about its columns and formats. */
export interface CsvPreview {
  readonly fileName: string;
  readonly headings: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Number of rows under the headings. */
  readonly rowCount: number;
  readonly uses: readonly ColumnUse[];
  readonly decimals: DecimalSign;
  readonly days: DayOrder;
}

const previewedRows = 5;
const longestCell = 80;
const guessedFrom = 200;

/** Guesses the meaning of each column. A person corrects the guesses. */
export function previewOf(
  fileName: string,
  [headings = [], ...body]: readonly (readonly string[])[],
): CsvPreview {
  const sample = body.slice(0, guessedFrom);
  const cellsOf = (column: number) =>
    sample.map((row) => (row[column] ?? "").trim()).filter((cell) => cell !== "");
  const columns = headings.map((_, column) => cellsOf(column));
  const dayOrders = columns.map((cells) => (cells.length === 0 ? undefined : dayOrderOf(cells)));
  const dayColumn = dayOrders.findIndex((order) => order !== undefined);
  const taken = new Set<ColumnUse>();
  const uses = headings.map((heading, column): ColumnUse => {
    const use = column === dayColumn ? "day" : guessedUse(heading, columns[column] ?? []);
    // A rate can be averaged over days, but not over a list of searches or pages.
    if (use === "mean" && dayColumn === -1) return "none";
    if (use !== "sum" && use !== "mean" && taken.has(use)) return "none";
    taken.add(use);
    return use;
  });
  const numbers = columns.filter((_, column) => !["none", "day"].includes(uses[column] ?? ""));
  return {
    ...{ fileName, headings: headings.map(shortened), rowCount: body.length, uses },
    rows: body.slice(0, previewedRows).map((row) => headings.map((_, at) => shortened(row[at]))),
    decimals: decimalSignOf(numbers.flat()),
    days: dayOrders[dayColumn] ?? "year first",
  };
}

function guessedUse(heading: string, cells: readonly string[]): ColumnUse {
  if (cells.length === 0) return "none";
  if (cells.every((cell) => /^https?:\/\//.test(cell))) return "page";
  const isNumber = cells.every((cell) => /^[-+]?[\d.,'’\s\u00a0\u202f]+[%٪]?$/.test(cell));
  if (!isNumber)
    return /quer|search|keyword|suche|requ[eê]te|palabra/i.test(heading) ? "search" : "none";
  if (cells.some((cell) => /[%٪]/.test(cell))) return "mean";
  if (/posi|rank/i.test(heading)) return "position";
  if (/^(clicks?|klicks?|clics?|cliques?)$/i.test(heading.trim())) return "clicks";
  if (/impression|impresi|impressõ|views?$|shown/i.test(heading)) return "impressions";
  return "none";
}

function shortened(cell = ""): string {
  const text = cell.replace(/\s+/g, " ").trim();
  return text.length > longestCell ? `${text.slice(0, longestCell - 1)}…` : text;
}
