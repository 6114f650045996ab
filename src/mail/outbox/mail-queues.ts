import type { Queries } from "../../platform/database/database.ts";
import { type QueueLength, queueLength } from "../../platform/metrics/queue-length.ts";

/** The mail that is to leave, and the mail that was given up. */
export async function mailQueues(
  queries: Queries,
): Promise<{ readonly waiting: QueueLength; readonly failed: QueueLength }> {
  const mailsThat = (state: "waiting" | "failed") =>
    queueLength(
      queries,
      queries
        .selectFrom("mail_outbox")
        .select("created_at as since")
        .where("state", "=", state)
        .orderBy("id"),
    );
  return { waiting: await mailsThat("waiting"), failed: await mailsThat("failed") };
}
