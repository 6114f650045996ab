import { type Selectable, sql } from "kysely";
import type { PaymentMessage } from "#payments/payment-provider.ts";
import type { Queries, WriteTransaction } from "#platform/database/database.ts";
import { type LeaseColumns, LeasedTable } from "#platform/leases.ts";
import { type QueueLength, queueLength } from "#platform/metrics/queue-length.ts";

/**
 * - waiting: the provider has not confirmed the refund; the worker sends the request again with the
 *   same key
 * - done: the provider accepted the refund; its notification adds the ledger entry
 * - refused: the provider has not made the refund and will not make it
 */
export type RefundState = "waiting" | "done" | "refused";

/** A refund request, committed before the provider is called. */
interface RefundRequestsTable extends LeaseColumns {
  /** Idempotency key, here and at the provider. */
  id: string;
  order_id: string;
  provider: string;
  /** Transaction id of the refunded payment. */
  transaction_id: string;
  /** Reference that the provider returns with its notification. */
  attempt_id: string;
  amount_cents: number;
  currency: string;
  state: RefundState;
  /** The provider's id of the refund, which identifies its ledger entry. */
  refund_transaction_id: string | null;
  /** Why the refund was refused or is delayed, as a sentence. */
  reason: string | null;
  requested_by: string;
  requested_at: number;
}

export type RefundRequestRow = Selectable<RefundRequestsTable>;

declare module "../../platform/database/tables.ts" {
  interface Tables {
    refund_requests: RefundRequestsTable;
  }
}

/** Oldest first. */
export async function refundRequestsOf(
  queries: Queries,
  orderId: string,
): Promise<readonly RefundRequestRow[]> {
  return queries
    .selectFrom("refund_requests")
    .selectAll()
    .where("order_id", "=", orderId)
    .orderBy("requested_at")
    .orderBy("id")
    .execute();
}

export async function findRefundRequest(
  queries: Queries,
  id: string,
): Promise<RefundRequestRow | undefined> {
  return queries.selectFrom("refund_requests").selectAll().where("id", "=", id).executeTakeFirst();
}

/** The lease is longer than the longest call to a provider, so that no lease ends during a call. */
export const refundLeases = new LeasedTable("refund_requests", { key: ["id"], leaseMs: 60_000 });

/**
 * When the provider reports a refund, marks the request for the same payment and amount as done if
 * the worker had given up the request. Otherwise the request would wait forever and block other
 * refunds of the payment.
 */
export async function closeGivenUpRefund(
  tx: WriteTransaction,
  provider: string,
  { parentTransactionId, transactionId, grossCents }: PaymentMessage,
): Promise<void> {
  await tx
    .updateTable("refund_requests")
    .set({ state: "done", refund_transaction_id: transactionId, reason: null })
    .where("provider", "=", provider)
    .where("transaction_id", "=", parentTransactionId)
    .where("amount_cents", "=", -(grossCents ?? 0))
    .where("state", "=", "waiting")
    .where("due_at", "is", null)
    .execute();
}

/** Marks a request as refused, because the provider could not complete the accepted refund. */
export async function refuseTakenRefund(
  tx: WriteTransaction,
  provider: string,
  refundTransactionId: string | null,
  reason: string,
): Promise<void> {
  if (refundTransactionId === null) return;
  await tx
    .updateTable("refund_requests")
    .set({ state: "refused", reason })
    .where("provider", "=", provider)
    .where("refund_transaction_id", "=", refundTransactionId)
    .where("state", "=", "done")
    .execute();
}

/** Orders with a refund that the worker has given up, the oldest order first. */
export async function ordersOfGivenUpRefunds(
  queries: Queries,
  limit: number,
): Promise<readonly { readonly id: string; readonly number: number }[]> {
  const givenUp = queries
    .selectFrom("refund_requests")
    .select("order_id")
    // A literal, because SQLite does not use the partial index of waiting refunds for a parameter.
    .where("state", "=", sql.lit("waiting"))
    .where("due_at", "is", null)
    .limit(limit);
  return queries
    .selectFrom("orders")
    .select(["id", "number"])
    .where("id", "in", givenUp)
    .orderBy("number")
    .execute();
}

export async function refundQueues(
  queries: Queries,
): Promise<{ readonly waiting: QueueLength; readonly givenUp: QueueLength }> {
  const refunds = queries
    .selectFrom("refund_requests")
    .select("requested_at as since")
    .where("state", "=", "waiting");
  return {
    waiting: await queueLength(queries, refunds.where("due_at", "is not", null)),
    givenUp: await queueLength(queries, refunds.where("due_at", "is", null)),
  };
}
