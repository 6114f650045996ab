import { findRoomOrder } from "../orders/find-order.ts";
import type { Order } from "../orders/order.ts";
import type { Database } from "../platform/database/database.ts";
import type { Actor } from "../policy/actor.ts";
import { mayInRoom } from "../policy/rights.ts";
import { earlierNumbers } from "./earlier-reports.server.ts";
import type { MonthNumbers } from "./month-series.ts";
import { isMonth, type MonthReport, reportNotFound } from "./report.ts";
import {
  searchesOf,
  selectReport,
  selectReportsOfOrder,
  withoutPeople,
} from "./report-record.server.ts";
import type { SearchTable } from "./searches/search-positions.ts";

interface ReadDependencies {
  readonly database: Database;
}

export interface ReportOfOrder {
  readonly order: Order;
  readonly report: MonthReport;
  /** The numbers of earlier months, for the charts. */
  readonly earlier: readonly MonthNumbers[];
  readonly searches: SearchTable;
}

/**
 * The report of a month. People of the order's company read sent reports only; the team with a
 * right to the room reads reports in every state. Throws "unauthenticated" and "not-found".
 */
export async function readReport(
  { database: { read } }: ReadDependencies,
  actor: Actor,
  orderId: string,
  month: string,
): Promise<ReportOfOrder> {
  const order = await findRoomOrder(read, actor, orderId);
  const report = isMonth(month) ? await selectReport(read, order.id, month) : undefined;
  if (report === undefined) throw reportNotFound();
  const seesDrafts = mayInRoom(actor, "see order rooms", order);
  if (!seesDrafts && report.state !== "sent") throw reportNotFound();
  const earlier = await earlierNumbers(read, order, report);
  const searches = await searchesOf(read, order, report);
  return { order, report: seesDrafts ? report : withoutPeople(report), earlier, searches };
}

/**
 * The reports of an order that the actor may read, the newest month first. Throws like
 * `readReport`.
 */
export async function listReports(
  { database: { read } }: ReadDependencies,
  actor: Actor,
  orderId: string,
): Promise<readonly MonthReport[]> {
  const order = await findRoomOrder(read, actor, orderId);
  const reports = await selectReportsOfOrder(read, order.id);
  if (mayInRoom(actor, "see order rooms", order)) return reports;
  return reports.filter(({ state }) => state === "sent").map(withoutPeople);
}
