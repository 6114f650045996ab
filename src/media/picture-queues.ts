import type { Queries } from "../platform/database/database.ts";
import { type QueueLength, queueLength } from "../platform/metrics/queue-length.ts";

/** The pictures whose sizes are being made, and those of which one could not be made. */
export async function pictureQueues(
  queries: Queries,
): Promise<{ readonly waiting: QueueLength; readonly failed: QueueLength }> {
  const picturesThat = (state: "encoding" | "failed") =>
    queueLength(
      queries,
      queries
        .selectFrom("media_files")
        .select((select) => select.fn.coalesce("replaced_at", "uploaded_at").as("since"))
        .where("state", "=", state)
        .where("deleted_at", "is", null),
    );
  return { waiting: await picturesThat("encoding"), failed: await picturesThat("failed") };
}
