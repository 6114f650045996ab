import type { Queries, WriteTransaction } from "#platform/database/database.ts";
import type { Order } from "../order.ts";
import { asOrder, selectOrder } from "../order-store.server.ts";

/** Orders that were placed as the next month of another order. */
interface OrderNextMonthsTable {
  order_id: string;
  previous_id: string;
}

declare module "../../platform/database/tables.ts" {
  interface Tables {
    order_next_months: OrderNextMonthsTable;
  }
}

/**
 * The order that continues an order: the newest one that was neither cancelled nor refunded. Checks
 * no rights.
 */
export async function selectNextMonth(
  queries: Queries,
  previousId: string,
): Promise<Order | undefined> {
  const row = await queries
    .selectFrom("order_next_months as next")
    .innerJoin("orders", "orders.id", "next.order_id")
    .selectAll("orders")
    .where("next.previous_id", "=", previousId)
    .where("orders.payment_status", "in", ["UnPaid", "Paid"])
    .orderBy("orders.number", "desc")
    .limit(1)
    .executeTakeFirst();
  return row && asOrder(row);
}

/** The order that an order continues. Checks no rights. */
export async function selectPreviousMonth(
  queries: Queries,
  orderId: string,
): Promise<Order | undefined> {
  const row = await queries
    .selectFrom("order_next_months")
    .select("previous_id")
    .where("order_id", "=", orderId)
    .executeTakeFirst();
  return row && selectOrder(queries, row.previous_id);
}

/**
 * The orders of the same company that an order continues, the newest first. An order that was moved
 * to another company takes no earlier orders with it. Checks no rights.
 */
export async function selectEarlierOrders(
  queries: Queries,
  order: Order,
  most: number,
): Promise<readonly Order[]> {
  const earlier: Order[] = [];
  let previous = await selectPreviousMonth(queries, order.id);
  while (previous?.companyId === order.companyId && earlier.length < most) {
    earlier.push(previous);
    previous = await selectPreviousMonth(queries, previous.id);
  }
  return earlier;
}

export async function storeNextMonth(
  tx: WriteTransaction,
  orderId: string,
  previousId: string,
): Promise<void> {
  const row = { order_id: orderId, previous_id: previousId };
  await tx.insertInto("order_next_months").values(row).execute();
}
