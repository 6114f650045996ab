import { AppError } from "../platform/errors.ts";
import { dayOf, monthOf } from "../platform/time/dates.ts";
import type { ListedLine } from "./figures/found-figures.ts";
import type { ListKind } from "./figures/list-kinds.ts";
import type { ReportState } from "./report-tables.server.ts";
import type { SearchTable } from "./searches/search-positions.ts";

export interface ReportNumber {
  readonly label: string;
  /** A decimal number such as "-12.5"; "" in a draft. */
  readonly value: string;
  /** "" if there is none. */
  readonly earlier: string;
  readonly unit: string;
  readonly source: string;
}

/** The searches or the pages with the most clicks. */
export interface ReportList {
  readonly kind: ListKind;
  /** Id of the `OrderFigures` from which the list was copied. */
  readonly figures: string;
  readonly source: string;
  /** Sentence about what the list leaves out; "" for a complete list. */
  readonly note: string;
  readonly lines: readonly ListedLine[];
}

export interface MonthReport {
  readonly id: string;
  readonly orderId: string;
  readonly month: string;
  readonly state: ReportState;
  readonly done: string;
  readonly changed: string;
  readonly next: string;
  readonly numbers: readonly ReportNumber[];
  /** At most one of each kind. */
  readonly lists: readonly ReportList[];
  /** The tracked searches when the report was sent; null before, and in older reports. */
  readonly searches: SearchTable | null;
  readonly revision: number;
  /** Email address of a team member, like `reviewer`; "" in a report for customers and visitors. */
  readonly author: string;
  readonly reviewer: string;
  readonly updatedAt: number;
  readonly sentAt: number | null;
}

export function isMonth(text: string): boolean {
  return /^20\d{2}-(0[1-9]|1[0-2])$/.test(text);
}

/** "November 2026". */
export function monthName(month: string): string {
  return new Intl.DateTimeFormat("en-US", {
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  }).format(Date.parse(`${month}-01`));
}

/** "Nov 2026". */
export const shortMonthName = (month: string) => monthOf(`${month}-01`);

export function monthAt(instantMs: number, timeZone: string): string {
  return dayOf(instantMs, timeZone).slice(0, 7);
}

export function monthAfter(month: string, months: number): string {
  const [year = 0, number = 0] = month.split("-").map(Number);
  const count = year * 12 + number - 1 + months;
  return `${Math.floor(count / 12)}-${String((count % 12) + 1).padStart(2, "0")}`;
}

export function reportNotFound(): AppError {
  return new AppError("not-found", "There is no report of this month.");
}

export const reportPath = (orderId: string, month: string) =>
  `/my-order/${orderId}/months/${month}`;

/**
 * Sentences about what is missing before a report can be reviewed and sent, by field; empty for a
 * complete report.
 */
export function missingIn(report: Pick<MonthReport, "done" | "next" | "numbers">) {
  const missing: { path: string; message: string }[] = [];
  if (report.done === "") missing.push({ path: "done", message: "Write what you did." });
  if (report.next === "") missing.push({ path: "next", message: "Write what comes next." });
  for (const [index, { label, value, source }] of report.numbers.entries()) {
    const called = label === "" ? `Number ${index + 1}` : `“${label}”`;
    const at = (field: string) => `numbers.${index}.${field}`;
    if (label === "") missing.push({ path: at("label"), message: `${called} needs a name.` });
    if (value === "") missing.push({ path: at("value"), message: `${called} needs a value.` });
    if (source === "") {
      missing.push({
        path: at("source"),
        message: `${called} has no source. Write where it comes from, such as “Search Console”.`,
      });
    }
  }
  return missing;
}
