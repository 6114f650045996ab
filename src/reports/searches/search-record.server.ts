import type { Order } from "#orders/order.ts";
import { selectEarlierOrders } from "#orders/placing/next-months.server.ts";
import type { Queries } from "#platform/database/database.ts";
import { mostChartMonths } from "../month-series.ts";
import { monthAfter } from "../report.ts";
import { noSearches, type SearchTable, searchKey } from "./search-positions.ts";

/**
 * The tracked searches of an order up to a month, or up to the last month that was measured. An
 * order without a list has the list of the order that it continues, whose positions it takes over.
 * Checks no rights.
 */
export async function searchTable(
  queries: Queries,
  order: Order,
  upTo?: string,
): Promise<SearchTable> {
  const orders = [order, ...(await selectEarlierOrders(queries, order, mostChartMonths))];
  const ids = orders.map(({ id }) => id);
  const searches = await queries
    .selectFrom("order_searches")
    .selectAll()
    .where("order_id", "in", ids)
    .orderBy("nth")
    .execute();
  const withList = ids.find((id) => searches.some(({ order_id }) => order_id === id));
  if (withList === undefined) return noSearches;
  const measured = await queries
    .selectFrom("order_search_positions")
    .selectAll()
    .where("order_id", "in", ids)
    .$if(upTo !== undefined, (query) => query.where("month", "<=", upTo ?? ""))
    .orderBy("month")
    .execute();
  const months = monthsOf(
    measured.map(({ month }) => month),
    upTo,
  );
  const own = searches.filter(({ order_id }) => order_id === withList);
  return {
    months,
    lines: own.map(({ search }) => {
      const key = searchKey(search);
      const ofSearch = measured.filter((one) => searchKey(one.search) === key);
      const positionIn = (month: string) => {
        const both = ofSearch.filter((one) => one.month === month);
        // Two orders can both have the month in which one continued the other.
        const [newest] = both.toSorted(
          (one, other) => ids.indexOf(one.order_id) - ids.indexOf(other.order_id),
        );
        return newest?.position ?? "";
      };
      return { search, positions: months.map(positionIn) };
    }),
  };
}

function monthsOf(measured: readonly string[], upTo: string | undefined): readonly string[] {
  const last = upTo ?? measured.at(-1);
  if (last === undefined) return [];
  const earliest = monthAfter(last, 1 - mostChartMonths);
  const months: string[] = [];
  const first = measured.find((month) => month >= earliest) ?? last;
  for (let month = first; month <= last; month = monthAfter(month, 1)) months.push(month);
  return months;
}
