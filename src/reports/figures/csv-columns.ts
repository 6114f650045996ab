import type { DayOrder } from "#platform/tables/read-day-cells.ts";
import type { DecimalSign } from "#platform/tables/read-table-cells.ts";
import type { SummaryRow } from "./find-totals.ts";

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

/** The first rows of a table in a file, with guesses about its columns and formats. */
export interface CsvPreview {
  readonly fileName: string;
  readonly headings: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Number of rows under the headings, without those that sum up the others. */
  readonly rowCount: number;
  readonly uses: readonly ColumnUse[];
  readonly decimals: DecimalSign;
  /** "" when the days can be read in two ways, or when no column has days. */
  readonly days: DayOrder | "";
  /** Rows that are left out, or can be, because they sum up the others. */
  readonly summaries: readonly SummaryRow[];
  /** Sentences about what was left out and what can be read in two ways. */
  readonly notes: readonly string[];
  /** The headings of each table of the file. */
  readonly tables: readonly string[];
  /** Index of the table in this preview. */
  readonly table: number;
  /** The period that the file names outside of its tables; "" without one. */
  readonly firstDay: string;
  readonly lastDay: string;
}
