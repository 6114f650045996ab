import type { Post } from "../mail/mailer.ts";
import type { Order } from "../orders/order.ts";
import { asOrder } from "../orders/order-store.server.ts";
import type { Queries } from "../platform/database/database.ts";
import type { Actor } from "../policy/actor.ts";
import { mayInEveryRoom, requireRoomRight, requireSignedIn } from "../policy/rights.ts";
import { readOrderSearch } from "../search/order-search.ts";
import { searchOrders } from "../search/search-orders.ts";
import type { SearchDependencies } from "../search/standing-filter.server.ts";
import { assignedOrders } from "../work/assignment/assigned-orders.ts";
import { isMonth, monthAt, reportNotFound } from "./report.ts";
import type { ReportState } from "./report-tables.server.ts";

export interface ReportInList {
  readonly order: Order;
  /** "due" for an order in work whose report nobody has begun. */
  readonly state: ReportState | "due";
  readonly sentAt: number | null;
}

interface ListDependencies extends SearchDependencies {
  readonly post: Pick<Post, "readTimeZone">;
}

/** Maximum number of orders in work, and of begun reports, in the list of a month. */
export const mostListed = 500;

/**
 * The orders in work that still need a report of the month, followed by the reports of the month. A
 * Worker gets only assigned orders. Throws "unauthenticated", "forbidden" and "not-found".
 */
export async function listReportsOfMonth(
  dependencies: ListDependencies,
  actor: Actor,
  month: string,
): Promise<readonly ReportInList[]> {
  const { clock, post } = dependencies;
  const { read } = dependencies.database;
  requireRoomRight(actor, "write month reports");
  if (!isMonth(month)) throw reportNotFound();
  const timeZone = await post.readTimeZone(read);
  const assignee = mayInEveryRoom(actor, "write month reports")
    ? undefined
    : requireSignedIn(actor).accountId;
  const begun = await read
    .selectFrom("month_reports as report")
    .innerJoin("orders", "orders.id", "report.order_id")
    .selectAll("orders")
    .select(["report.state", "report.sent_at"])
    .where("report.month", "=", month)
    .$if(assignee !== undefined, (query) => query.where("orders.assignee_id", "=", assignee ?? ""))
    .orderBy("report.order_id")
    .limit(mostListed)
    .execute();
  const inWork =
    month > monthAt(clock(), timeZone)
      ? []
      : assignee === undefined
        ? await everyOrderInWork(dependencies, actor)
        : (await assignedOrders(dependencies, actor)).open;
  const known = await ordersWithReport(read, month, inWork);
  const due = inWork
    .filter(({ id }) => !known.has(id))
    .filter((order) => monthAt(order.paidAt ?? order.placedAt, timeZone) <= month)
    .map((order): ReportInList => ({ order, state: "due", sentAt: null }));
  const listed = begun.map(
    (row): ReportInList => ({ order: asOrder(row), state: row.state, sentAt: row.sent_at }),
  );
  const sequence = ["due", "draft", "reviewed", "sent"];
  return [...due, ...listed].sort(
    (one, other) =>
      sequence.indexOf(one.state) - sequence.indexOf(other.state) ||
      one.order.number - other.order.number,
  );
}

/** Ids of those orders that have a report of the month, also if `mostListed` cuts it off the list. */
async function ordersWithReport(queries: Queries, month: string, orders: readonly Order[]) {
  if (orders.length === 0) return new Set<string>();
  const ids = orders.map(({ id }) => id);
  const rows = await queries
    .selectFrom("month_reports")
    .select("order_id")
    .where("month", "=", month)
    .where("order_id", "in", ids)
    .execute();
  return new Set(rows.map(({ order_id }) => order_id));
}

/** The oldest orders in work, at most `mostListed`. */
async function everyOrderInWork(
  dependencies: SearchDependencies,
  actor: Actor,
): Promise<readonly Order[]> {
  const inWork = new URLSearchParams({ payment: "Paid", status: "Pending", sort: "oldest" });
  const { search } = readOrderSearch(inWork);
  const request = { page: 1, pageSize: mostListed };
  return (await searchOrders(dependencies, actor, search, request)).items;
}
