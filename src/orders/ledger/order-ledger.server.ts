import { familyOf } from "#payments/payment-provider.ts";
import type { Queries, WriteTransaction } from "#platform/database/database.ts";
import { newId } from "#platform/ids.ts";
import {
  type LedgerEvent,
  type LedgerKind,
  type Order,
  paymentStatusOf,
  paymentTransitions,
} from "../order.ts";
import { deletePasswordsOfOrder } from "../room/secrets/order-password.ts";

/** Provider name of manual payments, such as a bank transfer or cash. */
export const manualProvider = "outside";

export interface LedgerEntry extends LedgerEvent {
  readonly provider: string | null;
  /** The owner's reference of a manual payment or refund; null for other entries. */
  readonly reference: string | null;
  readonly notificationId: string | null;
  readonly author: string;
  readonly at: number;
}

type NewLedgerEntry = Omit<LedgerEntry, "reference"> & {
  readonly reference?: string;
  /** When an admin recorded a manual entry. */
  readonly recordedAt?: number;
};

/** Throws when the ledger has the entry already, which rolls back the database transaction. */
export async function addToLedger(
  tx: WriteTransaction,
  order: Order,
  entry: NewLedgerEntry,
): Promise<void> {
  if (await addIfNew(tx, order, entry)) return;
  throw new Error(`The ledger has the ${entry.kind} ${entry.transactionId} already.`);
}

export async function addIfNew(
  tx: WriteTransaction,
  order: Order,
  entry: NewLedgerEntry,
): Promise<boolean> {
  const { provider, transactionId, kind } = entry;
  if (provider !== null && transactionId !== null) {
    const known = await findInLedger(tx, provider, transactionId, kind);
    if (known !== undefined) return false;
  }
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
      reference: entry.reference ?? null,
      notification_id: entry.notificationId,
      author: entry.author,
      at: entry.at,
      recorded_at: entry.recordedAt ?? null,
    })
    // On PostgreSQL another process may have added the entry meanwhile.
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return added !== undefined;
}

/** Id of the order; undefined when the ledger does not contain the payment. */
export async function orderOfPayment(
  queries: Queries,
  provider: string,
  transactionId: string | null,
): Promise<string | undefined> {
  if (transactionId === null) return undefined;
  const places = await placesInLedger(queries, [provider], transactionId, "payment");
  return places[0]?.orderId;
}

/** Also finds a transaction that the same provider reported in its other protocol. */
export async function findInLedger(
  queries: Queries,
  provider: string,
  transactionId: string,
  kind: LedgerKind,
) {
  const places = await placesInLedger(queries, familyOf(provider), transactionId, kind);
  return places.find((place) => place.provider === provider) ?? places[0];
}

function placesInLedger(
  queries: Queries,
  providers: readonly string[],
  transactionId: string,
  kind: LedgerKind,
) {
  return queries
    .selectFrom("payment_ledger")
    .select(["order_id as orderId", "notification_id as notificationId", "provider"])
    .where("provider", "in", providers)
    .where("transaction_id", "=", transactionId)
    .where("kind", "=", kind)
    .execute();
}

/** Oldest first. */
export async function ledgerOfOrder(
  queries: Queries,
  orderId: string,
): Promise<readonly LedgerEntry[]> {
  return queries
    .selectFrom("payment_ledger")
    .select(eventColumns)
    .select(["provider", "reference", "notification_id as notificationId", "author", "at"])
    .where("order_id", "=", orderId)
    .orderBy("id")
    .execute();
}

const eventColumns = [
  "kind",
  "amount_cents as amountCents",
  "transaction_id as transactionId",
  "parent_transaction_id as parentTransactionId",
] as const;

export interface DatedLedgerEvent extends LedgerEvent {
  readonly at: number;
  /** When an admin recorded a manual entry; null for other entries. */
  readonly recordedAt: number | null;
}

/** The ledger entries of each order, oldest first, by order id. */
export async function ledgerEventsOf(
  queries: Queries,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, readonly DatedLedgerEvent[]>> {
  if (orderIds.length === 0) return new Map();
  const rows = await queries
    .selectFrom("payment_ledger")
    .select(["order_id as orderId", "at", "recorded_at as recordedAt", ...eventColumns])
    .where("order_id", "in", orderIds)
    // If the rows were sorted by `id` alone, PostgreSQL would read the whole ledger.
    .orderBy("order_id")
    .orderBy("id")
    .execute();
  return Map.groupBy(rows, ({ orderId }) => orderId);
}

/**
 * Requires a locked order. `at` becomes `paidAt` when the order becomes Paid for the first time.
 */
export async function rederivePaymentStatus(
  tx: WriteTransaction,
  order: Order,
  at: number,
): Promise<Order> {
  const paymentStatus = paymentStatusOf(await ledgerOfOrder(tx, order.id));
  if (paymentStatus === order.paymentStatus) return order;
  if (!paymentTransitions[order.paymentStatus].includes(paymentStatus)) {
    throw new Error(`Order ${order.id} cannot go from ${order.paymentStatus} to ${paymentStatus}.`);
  }
  const paidAt = paymentStatus === "Paid" ? (order.paidAt ?? at) : order.paidAt;
  await tx
    .updateTable("orders")
    .set({ payment_status: paymentStatus, paid_at: paidAt })
    .where("id", "=", order.id)
    .execute();
  // Nobody works on the order any more, so nobody needs the customer's passwords.
  if (paymentStatus !== "Paid") await deletePasswordsOfOrder(tx, order.id);
  return { ...order, paymentStatus, paidAt };
}

/**
 * Ids of the notifications that moved money. Callers look notifications up by id, because a
 * notification about a refund names a payment but no order.
 */
export function notificationIds(ledger: readonly LedgerEntry[]): string[] {
  return ledger.flatMap(({ notificationId }) => notificationId ?? []);
}
