import type { Queries, WriteTransaction } from "../platform/database.ts";
import { newId } from "../platform/ids.ts";
import { type LedgerEvent, type Order, paymentStatusOf, paymentTransitions } from "./order.ts";

export interface LedgerEntry extends LedgerEvent {
  readonly provider: string | null;
  readonly notificationId: string | null;
  readonly author: string;
  readonly at: number;
}

/** False when the ledger has this transaction already: then nothing was added. */
export async function addToLedger(
  tx: WriteTransaction,
  order: Order,
  entry: LedgerEntry,
): Promise<boolean> {
  if (await isInLedger(tx, entry)) return false;
  const added = await tx
    .insertInto("payment_ledger")
    .values({
      id: newId(),
      order_id: order.id,
      kind: entry.kind,
      amount_cents: entry.amountCents,
      currency: order.currency,
      provider: entry.provider,
      transaction_id: entry.transactionId,
      parent_transaction_id: entry.parentTransactionId,
      notification_id: entry.notificationId,
      author: entry.author,
      at: entry.at,
    })
    // On PostgreSQL another process may have been quicker since.
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return added !== undefined;
}

async function isInLedger(
  tx: WriteTransaction,
  { provider, transactionId, kind }: LedgerEntry,
): Promise<boolean> {
  if (provider === null || transactionId === null) return false;
  const row = await tx
    .selectFrom("payment_ledger")
    .select("id")
    .where("provider", "=", provider)
    .where("transaction_id", "=", transactionId)
    .where("kind", "=", kind)
    .executeTakeFirst();
  return row !== undefined;
}

/** The order that a payment was for; undefined when the ledger does not know the payment. */
export async function orderOfPayment(
  queries: Queries,
  provider: string,
  transactionId: string | null,
): Promise<string | undefined> {
  if (transactionId === null) return undefined;
  const row = await queries
    .selectFrom("payment_ledger")
    .select("order_id")
    .where("provider", "=", provider)
    .where("transaction_id", "=", transactionId)
    .where("kind", "=", "payment")
    .executeTakeFirst();
  return row?.order_id;
}

/** What happened to an order's money, oldest first. */
export async function ledgerOfOrder(
  queries: Queries,
  orderId: string,
): Promise<readonly LedgerEntry[]> {
  const rows = await queries
    .selectFrom("payment_ledger")
    .selectAll()
    .where("order_id", "=", orderId)
    .orderBy("id")
    .execute();
  return rows.map((row) => ({
    kind: row.kind,
    amountCents: row.amount_cents,
    transactionId: row.transaction_id,
    parentTransactionId: row.parent_transaction_id,
    provider: row.provider,
    notificationId: row.notification_id,
    author: row.author,
    at: row.at,
  }));
}

/** Brings a locked order's payment status to what its ledger says now. */
export async function rederivePaymentStatus(
  tx: WriteTransaction,
  order: Order,
  now: number,
): Promise<Order> {
  const paymentStatus = paymentStatusOf(await ledgerOfOrder(tx, order.id));
  if (paymentStatus === order.paymentStatus) return order;
  if (!paymentTransitions[order.paymentStatus].includes(paymentStatus)) {
    throw new Error(`Order ${order.id} cannot go from ${order.paymentStatus} to ${paymentStatus}.`);
  }
  const paidAt = paymentStatus === "Paid" ? (order.paidAt ?? now) : order.paidAt;
  await tx
    .updateTable("orders")
    .set({ payment_status: paymentStatus, paid_at: paidAt })
    .where("id", "=", order.id)
    .execute();
  return { ...order, paymentStatus, paidAt };
}
