import { sql } from "kysely";
import type { Queries } from "../../platform/database/database.ts";
import { type QueueLength, queueLength } from "../../platform/metrics/queue-length.ts";

/** The messages that the provider is still to be asked about, and those that a person decides. */
export async function paymentQueues(
  queries: Queries,
): Promise<{ readonly waiting: QueueLength; readonly reviews: QueueLength }> {
  const messages = queries.selectFrom("payment_notifications").select("received_at as since");
  return {
    waiting: await queueLength(queries, messages.where("next_attempt_at", "is not", null)),
    // As the partial index has it, which is used for no other words.
    reviews: await queueLength(
      queries,
      messages.where(sql<boolean>`outcome = 'review' and resolution is null`).orderBy("id"),
    ),
  };
}
