import type { Post } from "#mail/mailer.ts";
import {
  type LedgerEvent,
  type LedgerKind,
  type Order,
  paymentStatusOf,
  paymentTransitions,
} from "#orders/order.ts";
import { familyOf } from "#payments/payment-provider.ts";
import type { Queries, WriteTransaction } from "#platform/database/database.ts";
import { newId } from "#platform/ids.ts";

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

export type NewLedgerEntry = Omit<LedgerEntry, "reference"> & {
  readonly reference?: string;
  /** When an admin recorded a manual entry. */
  readonly recordedAt?: number;
};

/** Change of an order's payment status, in the transaction of the ledger entry that caused it. */
type PaymentMoment<Result> = (
  tx: WriteTransaction,
  deps: { readonly post: Post },
  before: Order,
  after: Order,
  cause: NewLedgerEntry,
) => Promise<Result>;

/** What follows from a change of the payment status. `lifecycle/` lists the consequences. */
export interface PaymentLifecycle {
  /** The order has become Paid, for the first time or again. Returns the order as it is then. */
  readonly onPaid: PaymentMoment<Order>;
  /** The order has become Cancelled or Refunded, so nobody works on it. */
  readonly onClosed: PaymentMoment<void>;
  /** The ledger has another entry, whether or not the status has changed. */
  readonly onEntered: (
    tx: WriteTransaction,
    deps: { readonly post: Post },
    order: Order,
    entry: NewLedgerEntry,
  ) => Promise<void>;
}

export interface LedgerDependencies {
  readonly post: Post;
  readonly lifecycle: PaymentLifecycle;
}

/**
 * Adds an entry to the ledger, derives the payment status and runs the consequences of a changed
 * status. Every change of a payment status happens here. Requires a locked order. Returns the
 * changed order, or undefined when the ledger has this transaction already.
 */
export async function enterInLedger(
  tx: WriteTransaction,
  { post, lifecycle }: LedgerDependencies,
  order: Order,
  entry: NewLedgerEntry,
): Promise<Order | undefined> {
  if (!(await addIfNew(tx, order, entry))) return undefined;
  let after = await rederivePaymentStatus(tx, order, entry.at);
  if (after.paymentStatus !== order.paymentStatus) {
    if (after.paymentStatus === "Paid") {
      after = await lifecycle.onPaid(tx, { post }, order, after, entry);
    } else {
      await lifecycle.onClosed(tx, { post }, order, after, entry);
    }
  }
  await lifecycle.onEntered(tx, { post }, after, entry);
  return after;
}

/** Adds an entry without deriving the payment status. False when the ledger has it already. */
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

interface ProvidedLedgerEvent extends DatedLedgerEvent {
  /** Null only for a cancellation. */
  readonly provider: string | null;
}

/** The ledger entries of each order, oldest first, by order id. */
export async function ledgerEventsOf(
  queries: Queries,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, readonly ProvidedLedgerEvent[]>> {
  if (orderIds.length === 0) return new Map();
  const rows = await queries
    .selectFrom("payment_ledger")
    .select(["order_id as orderId", "at", "recorded_at as recordedAt", "provider", ...eventColumns])
    .where("order_id", "in", orderIds)
    // If the rows were sorted by `id` alone, PostgreSQL would read the whole ledger.
    .orderBy("order_id")
    .orderBy("id")
    .execute();
  return Map.groupBy(rows, ({ orderId }) => orderId);
}

/** `at` becomes `paidAt` when the order becomes Paid for the first time. */
async function rederivePaymentStatus(
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
  return { ...order, paymentStatus, paidAt };
}

/**
 * Ids of the notifications that moved money. Callers look notifications up by id, because a
 * notification about a refund names a payment but no order.
 */
export function notificationIds(ledger: readonly LedgerEntry[]): string[] {
  return ledger.flatMap(({ notificationId }) => notificationId ?? []);
}
