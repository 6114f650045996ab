import { engineOf, type Queries, type WriteTransaction } from "../../platform/database/database.ts";
import { type QueueLength, queueLength } from "../../platform/metrics/queue-length.ts";
import type { RefundRequestRow } from "./refund-tables.server.ts";

/** Refund requests of an order, oldest first. */
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

interface Claim {
  readonly providers: readonly string[];
  readonly now: number;
  /** Lease duration. */
  readonly leaseMs: number;
  /** A particular request; any due request when omitted. */
  readonly id?: string | undefined;
}

/** Claims the next due request, so that no other process sends the same one at the same time. */
export async function claimRefund(
  tx: WriteTransaction,
  claim: Claim,
): Promise<RefundRequestRow | undefined> {
  const due = await dueRefund(tx, claim)
    .$if(engineOf(tx) === "postgres", (query) => query.forUpdate().skipLocked())
    .executeTakeFirst();
  if (due === undefined) return undefined;
  return tx
    .updateTable("refund_requests")
    .set((set) => ({
      claimed_until: claim.now + claim.leaseMs,
      attempts: set("attempts", "+", 1),
    }))
    .where("id", "=", due.id)
    .returningAll()
    .executeTakeFirst();
}

export function dueRefund(queries: Queries, { providers, now, id }: Omit<Claim, "leaseMs">) {
  return queries
    .selectFrom("refund_requests")
    .select("id")
    .where("provider", "in", providers)
    .where("next_attempt_at", "<=", now)
    .where((where) =>
      where.or([where("claimed_until", "is", null), where("claimed_until", "<=", now)]),
    )
    .$if(id !== undefined, (query) => query.where("id", "=", id as string))
    .orderBy("next_attempt_at")
    .limit(1);
}

type Changes = Partial<
  Pick<RefundRequestRow, "state" | "next_attempt_at" | "refund_transaction_id" | "reason">
>;

/** Stores the result of a request. A settled request stays unchanged. */
export async function noteRefund(
  tx: WriteTransaction,
  id: string,
  changes: Changes,
): Promise<void> {
  await tx
    .updateTable("refund_requests")
    .set({ ...changes, claimed_until: null })
    .where("id", "=", id)
    .where("state", "=", "waiting")
    .execute();
}

/** For a refund that the provider accepted and could not complete. */
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

/** Releases the claims of a process that died. At worst two processes send the same key. */
export async function releaseRefunds(tx: WriteTransaction): Promise<void> {
  await tx
    .updateTable("refund_requests")
    .set({ claimed_until: null })
    .where("next_attempt_at", "is not", null)
    .where("claimed_until", "is not", null)
    .execute();
}

/** Lengths of the queue of refunds to send and of those given up. */
export async function refundQueues(
  queries: Queries,
): Promise<{ readonly waiting: QueueLength; readonly givenUp: QueueLength }> {
  const refunds = queries
    .selectFrom("refund_requests")
    .select("requested_at as since")
    .where("state", "=", "waiting");
  return {
    waiting: await queueLength(queries, refunds.where("next_attempt_at", "is not", null)),
    givenUp: await queueLength(queries, refunds.where("next_attempt_at", "is", null)),
  };
}
