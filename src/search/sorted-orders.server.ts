import { type SelectQueryBuilder, sql } from "kysely";
import type { Order } from "../orders/order.ts";
import { asOrder } from "../orders/order-store.server.ts";
import { nameKeyOf } from "../orders/searched-texts.ts";
import type { Tables } from "../platform/database/database.ts";
import { rowChunks } from "../platform/database/row-chunks.ts";
import { type OrderSort, orderSorts } from "./order-search.ts";

/** A query of orders that selects no columns yet. */
export type MatchingOrders = SelectQueryBuilder<Tables, "orders", object>;

/** Equal values are sorted by order number. */
const sortColumns = { date: "placed_at", amount: "price_cents", name: "name_key" } as const;

const sortValues = {
  placed_at: ({ placedAt }: Order) => placedAt,
  price_cents: ({ priceCents }: Order) => priceCents,
  name_key: ({ customerName }: Order) => nameKeyOf(customerName),
};

/** Sorts orders; with `isReversed`, against the sort. */
export function sorted(
  orders: MatchingOrders,
  sort: OrderSort,
  { isReversed = false } = {},
): MatchingOrders {
  const { by, descending } = orderSorts[sort];
  const direction = descending === isReversed ? "asc" : "desc";
  return orders.orderBy(sortColumns[by], direction).orderBy("number", direction);
}

/** Orders behind `order` in a sort; with `isReversed`, before `order`. */
export function after(
  orders: MatchingOrders,
  sort: OrderSort,
  order: Order,
  { isReversed = false } = {},
): MatchingOrders {
  const { by, descending } = orderSorts[sort];
  const column = sortColumns[by];
  const sign = sql.raw(descending === isReversed ? ">" : "<");
  const value = sortValues[column](order);
  return orders.where(
    sql<boolean>`(${sql.ref(column)}, number) ${sign} (${value}, ${order.number})`,
  );
}

/** Yields orders in chunks, from the start of the sort or behind the order `first`. */
export function orderChunks(
  orders: MatchingOrders,
  sort: OrderSort,
  {
    first,
    limit,
  }: { readonly first?: Order | undefined; readonly limit?: number | undefined } = {},
): AsyncGenerator<readonly Order[]> {
  return rowChunks(
    { after: first, limit },
    (order: Order): Order | undefined => order,
    async (last, size) => {
      const behind = last === undefined ? orders : after(orders, sort, last);
      const rows = await sorted(behind, sort).selectAll().limit(size).execute();
      return rows.map(asOrder);
    },
  );
}
