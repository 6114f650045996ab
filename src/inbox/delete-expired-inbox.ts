import type { Database } from "../platform/database/database.ts";
import type { Log } from "../platform/metrics/log.ts";
import type { Clock } from "../platform/time/clock.ts";
import { trashMs } from "../platform/time/trash-retention.ts";
import { startWorker, type Worker } from "../platform/worker.ts";
import { confirmWithinMs } from "./subscribers/subscriber-token.ts";

interface DeleteExpiredDependencies {
  readonly database: Database;
  readonly clock: Clock;
}

const hourMs = 60 * 60 * 1000;
/**
 * Maximum number of rows of each kind that one write deletes. Small, because other writes wait
 * while a write runs.
 */
const rowsPerWrite = 200;

export function startDeletingExpiredInbox(
  dependencies: DeleteExpiredDependencies & { readonly log: Log },
): Worker {
  return startWorker({
    name: "delete-expired-inbox",
    intervalMs: hourMs,
    log: dependencies.log,
    workOnce: () => deleteExpiredInbox(dependencies),
  });
}

/**
 * Deletes up to 200 rows of each kind: messages and subscribers that were deleted 30 days ago, and
 * subscriptions that were not confirmed within a week. Returns true when more rows may have
 * expired.
 */
export async function deleteExpiredInbox({
  database,
  clock,
}: DeleteExpiredDependencies): Promise<boolean> {
  const deletedBefore = clock() - trashMs;
  const counts = await database.write(async (tx) => {
    const messages = tx
      .selectFrom("messages")
      .select("id")
      .where("deleted_at", "<=", deletedBefore)
      .limit(rowsPerWrite);
    const removed = tx
      .selectFrom("subscribers")
      .select("id")
      .where("removed_at", "<=", deletedBefore)
      .limit(rowsPerWrite);
    const unconfirmed = tx
      .selectFrom("subscribers")
      .select("id")
      .where("confirmed_at", "is", null)
      .where("subscribed_at", "<=", clock() - confirmWithinMs)
      .limit(rowsPerWrite);
    const forgotten = [
      await tx.deleteFrom("messages").where("id", "in", messages).executeTakeFirst(),
      await tx.deleteFrom("subscribers").where("id", "in", removed).executeTakeFirst(),
      await tx.deleteFrom("subscribers").where("id", "in", unconfirmed).executeTakeFirst(),
    ];
    return forgotten.map(({ numDeletedRows }) => Number(numDeletedRows));
  });
  return counts.some((count) => count >= rowsPerWrite);
}
