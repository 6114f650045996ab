import type { Order } from "../orders/order.ts";
import { selectEarlierOrders } from "../orders/placing/next-months.server.ts";
import type { Queries } from "../platform/database/database.ts";
import { type MonthNumbers, mostChartMonths } from "./month-series.ts";
import { type MonthReport, monthAfter } from "./report.ts";
import { withNumbers } from "./report-record.server.ts";

/**
 * The numbers that the customer has read in reports of the months before: of the order, and of the
 * orders that it continues. Leaves out what was sent after the report, because a sent report never
 * changes. Checks no rights.
 */
export async function earlierNumbers(
  queries: Queries,
  order: Order,
  { month, sentAt }: Pick<MonthReport, "month" | "sentAt">,
): Promise<readonly MonthNumbers[]> {
  const orders = [order, ...(await selectEarlierOrders(queries, order, mostChartMonths))];
  const rows = await queries
    .selectFrom("month_reports")
    .selectAll()
    .where(
      "order_id",
      "in",
      orders.map(({ id }) => id),
    )
    .where("state", "=", "sent")
    .where("month", "<", month)
    .where("month", ">", monthAfter(month, -mostChartMonths))
    .where("sent_at", "<=", sentAt ?? Number.MAX_SAFE_INTEGER)
    .orderBy("month")
    .execute();
  const reports = await withNumbers(queries, rows);
  const nthOf = ({ orderId }: MonthReport) => orders.findIndex(({ id }) => id === orderId);
  // Two orders can both have a report of the month in which one continued the other.
  return [...Map.groupBy(reports, (report) => report.month)].map(([ofMonth, both]) => ({
    month: ofMonth,
    numbers: both
      .toSorted((one, other) => nthOf(one) - nthOf(other))
      .flatMap(({ numbers }) => numbers)
      .filter(
        (number, nth, all) =>
          all.findIndex(({ label, unit }) => label === number.label && unit === number.unit) ===
          nth,
      ),
  }));
}
