import { engineOf, type Queries, type WriteTransaction } from "../../platform/database/database.ts";
import { type QueueLength, queueLength } from "../../platform/metrics/queue-length.ts";
import type { RefundRequestRow } from "./refund-tables.server.ts";

/** Every refund of an order that was asked for, oldest first. */
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
  /** For how long nobody else takes it. */
  readonly leaseMs: number;
  /** The one request that is wanted; any, without it. */
  readonly id?: string | undefined;
}

/** Takes the next request that is due, so that no other process asks the same at the same time. */
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

/** Writes down what came of asking. A request that is settled already stays as it is. */
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

/** For a refund that the provider took, and could not carry out after all. */
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

/** Gives back what a process had in hand when it died. At worst, two ask with the same key. */
export async function releaseRefunds(tx: WriteTransaction): Promise<void> {
  await tx
    .updateTable("refund_requests")
    .set({ claimed_until: null })
    .where("next_attempt_at", "is not", null)
    .where("claimed_until", "is not", null)
    .execute();
}

/** The refunds that the provider is to be asked for, and those of which it was asked in vain. */
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
