import type { Services } from "#compose.ts";
import type { Order } from "#orders/order.ts";
import { type DateReader, longDateOf } from "#platform/time/dates.ts";
import type { Actor } from "#policy/actor.ts";
import { readOrderSearch } from "#search/order-search.ts";
import { searchOrders } from "#search/search-orders.ts";
import { readWorkCalendar } from "#settings/stored-settings.server.ts";
import { changedQuery } from "../frame/list/define-list.ts";
import { boardColumns } from "./board-columns.ts";
import { teamOrderRows } from "./team-order-rows.server.ts";

/** Maximum number of orders in a column. The table of orders shows the rest. */
const shownOrders = 20;

export type BoardColumn = Awaited<ReturnType<typeof readOrdersBoard>>[number];
export type BoardOrder = BoardColumn["orders"][number];

/**
 * Reads the columns of the orders board. `assigned`: account of a person, "nobody" or "somebody";
 * "" for all orders. Throws "unauthenticated" and "forbidden".
 */
export async function readOrdersBoard(
  services: Services,
  actor: Actor,
  reader: DateReader,
  assigned: string,
) {
  const { database, clock, configuration } = services;
  const deps = { database, clock, calendar: await readWorkCalendar(configuration, database.read) };
  const request = { page: 1, pageSize: shownOrders };
  return Promise.all(
    boardColumns.map(async (column) => {
      const query = changedQuery(column.query, { assigned });
      const { search } = readOrderSearch(new URLSearchParams(query));
      const found = await searchOrders(deps, actor, search, request);
      const rows = await teamOrderRows(services, actor, found.items, reader);
      return {
        ...column,
        query,
        total: found.total,
        orders: rows.map((row, index) => ({
          ...row,
          event: lastEvent(found.items[index], reader),
        })),
      };
    }),
  );
}

/** When the order was paid or, if it is unpaid, ordered, such as "paid Nov 24, 2026". */
function lastEvent(order: Order | undefined, reader: DateReader): string {
  if (order === undefined) return "";
  const { paidAt, placedAt } = order;
  return paidAt === null
    ? `ordered ${longDateOf(placedAt, reader)}`
    : `paid ${longDateOf(paidAt, reader)}`;
}
