import type { Selectable } from "kysely";
import { engineOf, type Queries, type WriteTransaction } from "../platform/database/database.ts";
import { preparedQuery } from "../platform/database/prepared-query.ts";
import { canBeId } from "../platform/ids.ts";
import { dayOf } from "../platform/time/dates.ts";
import type { Order } from "./order.ts";
import type { OrdersTable } from "./order-tables.server.ts";
import { addOrderWords } from "./search/order-search-tables.server.ts";
import { nameKeyOf } from "./search/order-words.ts";

/** An order by its id, without a check of rights. Undefined also for an impossible id. */
export async function selectOrder(queries: Queries, id: string): Promise<Order | undefined> {
  if (!canBeId(id)) return undefined;
  const row = await queries
    .selectFrom("orders")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirst();
  return row && asOrder(row);
}

/** An order by its id, locked until the end of the transaction. */
export async function lockOrder(tx: WriteTransaction, id: string): Promise<Order | undefined> {
  if (!canBeId(id)) return undefined;
  const row = await tx
    .selectFrom("orders")
    .selectAll()
    .where("id", "=", id)
    // SQLite runs writes one by one.
    .$if(engineOf(tx) === "postgres", (query) => query.forUpdate())
    .executeTakeFirst();
  return row && asOrder(row);
}

/**
 * Numbers, dates and stores an order with its search words. Simultaneous orders wait here for each
 * other.
 */
export async function insertOrder(
  tx: WriteTransaction,
  order: Omit<Order, "number">,
): Promise<Order> {
  const [counter] = await countOrder(tx, {});
  if (counter === undefined) throw new Error("The row that numbers orders is not there.");
  const placed = { ...order, number: counter.last_number };
  await insertPlaced(tx, {
    ...placed,
    placedDay: dayOf(order.placedAt, counter.time_zone),
    nameKey: nameKeyOf(order.customerName),
  });
  await addOrderWords(tx, placed);
  return placed;
}

const countOrder = preparedQuery((queries) =>
  queries
    .updateTable("order_counter")
    .set((set) => ({ last_number: set("last_number", "+", 1) }))
    .returning(["last_number", "time_zone"])
    .compile(),
);

interface DatedOrder extends Order {
  readonly placedDay: string;
  readonly nameKey: string;
}

const insertPlaced = preparedQuery((queries, order: DatedOrder) =>
  queries
    .insertInto("orders")
    .values({
      id: order.id,
      number: order.number,
      account_id: order.accountId,
      customer_email: order.customerEmail,
      customer_name: order.customerName,
      customer_address: order.customerAddress,
      customer_country: order.customerCountry,
      customer_website: order.customerWebsite,
      package_id: order.packageId,
      package_name: order.packageName,
      price_cents: order.priceCents,
      currency: order.currency,
      payment_status: order.paymentStatus,
      order_status: order.orderStatus,
      placed_at: order.placedAt,
      paid_at: order.paidAt,
      placed_day: order.placedDay,
      name_key: order.nameKey,
    })
    .compile(),
);

/** Orders by their numbers, in the given order. */
export async function selectOrdersByNumber(
  queries: Queries,
  numbers: readonly number[],
): Promise<Order[]> {
  if (numbers.length === 0) return [];
  const rows = await queries
    .selectFrom("orders")
    .selectAll()
    .where("number", "in", numbers)
    .execute();
  const byNumber = new Map(rows.map((row) => [row.number, asOrder(row)]));
  return numbers.flatMap((number) => byNumber.get(number) ?? []);
}

export function asOrder(row: Selectable<OrdersTable>): Order {
  return {
    id: row.id,
    number: row.number,
    accountId: row.account_id,
    customerEmail: row.customer_email,
    customerName: row.customer_name,
    customerAddress: row.customer_address,
    customerCountry: row.customer_country,
    customerWebsite: row.customer_website,
    packageId: row.package_id,
    packageName: row.package_name,
    priceCents: row.price_cents,
    currency: row.currency,
    paymentStatus: row.payment_status,
    orderStatus: row.order_status,
    placedAt: row.placed_at,
    paidAt: row.paid_at,
  };
}
