import type { Queries } from "../../platform/database/database.ts";
import { type QueueLength, queueLength } from "../../platform/metrics/queue-length.ts";

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
