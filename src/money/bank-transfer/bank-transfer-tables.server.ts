import type { Queries, WriteTransaction } from "#platform/database/database.ts";

/** An order whose customer has chosen to pay by bank transfer; at most one row for each order. */
interface BankTransfersTable {
  order_id: string;
  /** Account of the person who chose it last. */
  account_id: string;
  chosen_at: number;
  /**
   * When the customer chose another way, or the order was paid or closed; null while the transfer
   * is awaited.
   */
  left_at: number | null;
}

declare module "../../platform/database/tables.ts" {
  interface Tables {
    bank_transfers: BankTransfersTable;
  }
}

/**
 * When the customers of orders chose a bank transfer, by order id. Has no entry for an order that
 * waits for no transfer.
 */
export async function awaitedTransfers(
  queries: Queries,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (orderIds.length === 0) return new Map();
  const rows = await queries
    .selectFrom("bank_transfers")
    .select(["order_id", "chosen_at", "left_at"])
    .where("order_id", "in", orderIds)
    .execute();
  // With this condition in the query, PostgreSQL would read all awaited transfers.
  const awaited = rows.filter(({ left_at }) => left_at === null);
  return new Map(awaited.map(({ order_id, chosen_at }) => [order_id, chosen_at]));
}

/** When the customer of an order chose a bank transfer; null without one. */
export async function awaitedTransfer(queries: Queries, orderId: string): Promise<number | null> {
  return (await awaitedTransfers(queries, [orderId])).get(orderId) ?? null;
}

/** The choice of an order, also one that was left; undefined without one. */
export function selectTransfer(queries: Queries, orderId: string) {
  return queries
    .selectFrom("bank_transfers")
    .selectAll()
    .where("order_id", "=", orderId)
    .executeTakeFirst();
}

/** Requires a locked order. False if a transfer was chosen for the order before. */
export async function storeTransfer(
  tx: WriteTransaction,
  orderId: string,
  { accountId, at }: { readonly accountId: string; readonly at: number },
): Promise<boolean> {
  const chosen = { account_id: accountId, chosen_at: at, left_at: null };
  const isKnown = (await selectTransfer(tx, orderId)) !== undefined;
  await tx
    .insertInto("bank_transfers")
    .values({ order_id: orderId, ...chosen })
    .onConflict((conflict) => conflict.column("order_id").doUpdateSet(chosen))
    .execute();
  return !isKnown;
}

/** The customer pays in another way, or the order is paid or closed. */
export async function leaveTransfer(
  tx: WriteTransaction,
  orderId: string,
  at: number,
): Promise<void> {
  await tx
    .updateTable("bank_transfers")
    .set({ left_at: at })
    .where("order_id", "=", orderId)
    .where("left_at", "is", null)
    .execute();
}
