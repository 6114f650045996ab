import { type Selectable, sql } from "kysely";
import type { Migrations } from "#platform/database/migrations.ts";

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

declare module "../../platform/database/tables.ts" {
  interface Tables {
    month_reports: MonthReportsTable;
    month_report_numbers: MonthReportNumbersTable;
    month_report_lists: MonthReportListsTable;
    month_report_links: MonthReportLinksTable;
  }
}

export const reportMigrations: Migrations = {
  "0237-month-reports": {
    async up(db) {
      await db.schema
        .createTable("month_reports")
        .addColumn("id", "text", (column) => column.primaryKey().notNull())
        .addColumn("order_id", "text", (column) => column.notNull().references("orders.id"))
        .addColumn("month", "text", (column) => column.notNull())
        .addColumn("state", "text", (column) =>
          column.notNull().check(sql`state in ('draft', 'reviewed', 'sent')`),
        )
        .addColumn("done", "text", (column) => column.notNull())
        .addColumn("changed", "text", (column) => column.notNull())
        .addColumn("next", "text", (column) => column.notNull())
        .addColumn("revision", "bigint", (column) => column.notNull())
        .addColumn("author", "text", (column) => column.notNull())
        .addColumn("reviewer", "text", (column) => column.notNull())
        .addColumn("updated_at", "bigint", (column) => column.notNull())
        .addColumn("sent_at", "bigint")
        .addUniqueConstraint("month_reports_once", ["order_id", "month"])
        .addCheckConstraint("month_reports_sent", sql`(state = 'sent') = (sent_at is not null)`)
        .execute();
      await db.schema
        .createIndex("month_reports_of_month")
        .on("month_reports")
        .columns(["month", "order_id"])
        .execute();
      await db.schema
        .createTable("month_report_numbers")
        .addColumn("report_id", "text", (column) =>
          column.notNull().references("month_reports.id").onDelete("cascade"),
        )
        .addColumn("position", "bigint", (column) => column.notNull())
        .addColumn("label", "text", (column) => column.notNull())
        .addColumn("value", "text", (column) => column.notNull())
        .addColumn("earlier", "text", (column) => column.notNull())
        .addColumn("unit", "text", (column) => column.notNull())
        .addColumn("source", "text", (column) => column.notNull())
        .addPrimaryKeyConstraint("month_report_numbers_of_report", ["report_id", "position"])
        .execute();
      await db.schema
        .createTable("month_report_links")
        .addColumn("id", "text", (column) => column.primaryKey().notNull())
        .addColumn("report_id", "text", (column) =>
          column.notNull().references("month_reports.id").onDelete("cascade"),
        )
        .addColumn("token_hash", "text", (column) => column.notNull().unique())
        .addColumn("company_id", "text", (column) => column.notNull())
        .addColumn("created_at", "bigint", (column) => column.notNull())
        .addColumn("expires_at", "bigint", (column) => column.notNull())
        .addColumn("revoked_at", "bigint")
        .execute();
      await db.schema
        .createIndex("month_report_links_of_report")
        .on("month_report_links")
        .columns(["report_id", "id"])
        .execute();
    },
  },
  "0240-month-report-lists": {
    async up(db) {
      await db.schema
        .createTable("month_report_lists")
        .addColumn("report_id", "text", (column) =>
          column.notNull().references("month_reports.id").onDelete("cascade"),
        )
        .addColumn("kind", "text", (column) =>
          column.notNull().check(sql`kind in ('searches', 'pages')`),
        )
        .addColumn("figures_id", "text", (column) => column.notNull())
        .addColumn("source", "text", (column) => column.notNull())
        .addColumn("note", "text", (column) => column.notNull())
        .addColumn("lines", "text", (column) => column.notNull())
        .addPrimaryKeyConstraint("month_report_lists_of_report", ["report_id", "kind"])
        .execute();
    },
  },
};
