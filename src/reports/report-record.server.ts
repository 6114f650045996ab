import type { Order } from "../orders/order.ts";
import type { Queries } from "../platform/database/database.ts";
import type { ListedLine } from "./figures/found-figures.ts";
import type { MonthReport } from "./report.ts";
import type {
  MonthReportListRow,
  MonthReportNumberRow,
  MonthReportRow,
} from "./report-tables.server.ts";

import { noSearches, type SearchTable } from "./searches/search-positions.ts";
import { searchTable } from "./searches/search-record.server.ts";

export async function selectReport(
  queries: Queries,
  orderId: string,
  month: string,
): Promise<MonthReport | undefined> {
  const row = await queries
    .selectFrom("month_reports")
    .selectAll()
    .where("order_id", "=", orderId)
    .where("month", "=", month)
    .executeTakeFirst();
  return row && (await withNumbers(queries, [row]))[0];
}

/** Newest month first. */
export async function selectReportsOfOrder(
  queries: Queries,
  orderId: string,
): Promise<readonly MonthReport[]> {
  const rows = await queries
    .selectFrom("month_reports")
    .selectAll()
    .where("order_id", "=", orderId)
    .orderBy("month", "desc")
    .execute();
  return withNumbers(queries, rows);
}

export async function withNumbers(
  queries: Queries,
  rows: readonly MonthReportRow[],
): Promise<readonly MonthReport[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const numbers = await queries
    .selectFrom("month_report_numbers")
    .selectAll()
    .where("report_id", "in", ids)
    .orderBy("position")
    .execute();
  const lists = await queries
    .selectFrom("month_report_lists")
    .selectAll()
    .where("report_id", "in", ids)
    .orderBy("kind", "desc")
    .execute();
  return rows.map((row) => asReport(row, { numbers, lists }));
}

interface PartsOfReports {
  readonly numbers: readonly MonthReportNumberRow[];
  readonly lists: readonly MonthReportListRow[];
}

function asReport(row: MonthReportRow, { numbers, lists }: PartsOfReports): MonthReport {
  return {
    id: row.id,
    orderId: row.order_id,
    month: row.month,
    state: row.state,
    done: row.done,
    changed: row.changed,
    next: row.next,
    revision: row.revision,
    author: row.author,
    reviewer: row.reviewer,
    updatedAt: row.updated_at,
    sentAt: row.sent_at,
    searches: row.searches === "" ? null : (JSON.parse(row.searches) as SearchTable),
    numbers: numbers
      .filter(({ report_id }) => report_id === row.id)
      .map(({ label, value, earlier, unit, source }) => ({ label, value, earlier, unit, source })),
    lists: lists
      .filter(({ report_id }) => report_id === row.id)
      .map(({ kind, figures_id, source, note, lines }) => ({
        kind,
        figures: figures_id,
        source,
        note,
        lines: JSON.parse(lines) as readonly ListedLine[],
      })),
  };
}

/**
 * The tracked searches of a report: those that it was sent with, or the present ones of a draft.
 */
export async function searchesOf(
  queries: Queries,
  order: Order,
  { month, state, searches }: Pick<MonthReport, "month" | "state" | "searches">,
): Promise<SearchTable> {
  if (state === "sent") return searches ?? noSearches;
  return searchTable(queries, order, month);
}

/** Hides the email addresses of the team from customers and visitors. */
export function withoutPeople(report: MonthReport): MonthReport {
  return { ...report, author: "", reviewer: "" };
}
