import type { Generated, Selectable } from "kysely";

export const reportStates = ["draft", "reviewed", "sent"] as const;
export type ReportState = (typeof reportStates)[number];

interface MonthReportsTable {
  id: string;
  order_id: string;
  /** Such as "2026-11". */
  month: string;
  state: ReportState;
  /** Text under the heading "What we did". */
  done: string;
  /** Text under the heading "What changed". */
  changed: string;
  /** Text under the heading "What comes next". */
  next: string;
  /** Counts the changes of the draft, so that two people do not overwrite each other. */
  revision: number;
  /** Email address of the person of the team who last wrote the draft. */
  author: string;
  reviewer: string;
  updated_at: number;
  sent_at: number | null;
  /** JSON of the `SearchTable` when the report was sent; "" before, and in older reports. */
  searches: Generated<string>;
}

interface MonthReportNumbersTable {
  report_id: string;
  /** Counts from 1. */
  position: number;
  label: string;
  /** A decimal number such as "-12.5"; "" in a draft. */
  value: string;
  /** The earlier value; "" if there is none. */
  earlier: string;
  unit: string;
  /** Where the number comes from; a report with a number without source cannot be sent. */
  source: string;
}

/** The searches or the pages with the most clicks, copied from the file that the author chose. */
interface MonthReportListsTable {
  report_id: string;
  kind: "searches" | "pages";
  /** Row of `order_figures` from which the list was copied. The row can be removed later. */
  figures_id: string;
  source: string;
  /** Sentence about what the list leaves out; "" for a complete list. */
  note: string;
  /** JSON of `ListedLine`s. */
  lines: string;
}

/** Links that show a sent report to everybody who has the address. */
interface MonthReportLinksTable {
  id: string;
  report_id: string;
  /** SHA-256 of the token in the address. */
  token_hash: string;
  /** The link ends when the order moves to another company. */
  company_id: string;
  created_at: number;
  expires_at: number;
  revoked_at: number | null;
}

export type MonthReportRow = Selectable<MonthReportsTable>;
export type MonthReportNumberRow = Selectable<MonthReportNumbersTable>;
export type MonthReportListRow = Selectable<MonthReportListsTable>;
export type MonthReportLinkRow = Selectable<MonthReportLinksTable>;

declare module "../platform/database/tables.ts" {
  interface Tables {
    month_reports: MonthReportsTable;
    month_report_numbers: MonthReportNumbersTable;
    month_report_lists: MonthReportListsTable;
    month_report_links: MonthReportLinksTable;
  }
}
