import type { Database } from "#platform/database/database.ts";
import type { Log } from "#platform/metrics/log.ts";
import type { Clock } from "#platform/time/clock.ts";
import { startWorker, type Worker } from "#platform/worker.ts";

interface ExpiryDependencies {
  readonly database: Database;
  readonly clock: Clock;
}

const hourMs = 60 * 60_000;
/** The same retention as for sent emails. */
const keptForMs = 400 * 24 * hourMs;
const atOnce = 200;

export function startDeletingExpiredIncomingMails(
  dependencies: ExpiryDependencies & { readonly log: Log },
): Worker {
  return startWorker({
    name: "delete-expired-incoming-mails",
    intervalMs: hourMs,
    log: dependencies.log,
    workOnce: () => deleteExpiredIncomingMails(dependencies),
  });
}

/**
 * Deletes emails that were received more than 400 days ago, at most 200 per call; emails that wait
 * for a decision stay. Returns true when there may be more.
 */
export async function deleteExpiredIncomingMails({
  database,
  clock,
}: ExpiryDependencies): Promise<boolean> {
  const before = clock() - keptForMs;
  const expired = await database.read
    .selectFrom("incoming_mails")
    .select("id")
    .where("received_at", "<", before)
    .where("state", "!=", "waiting")
    .limit(atOnce)
    .execute();
  if (expired.length === 0) return false;
  const ids = expired.map(({ id }) => id);
  await database.write((tx) => tx.deleteFrom("incoming_mails").where("id", "in", ids).execute());
  return expired.length === atOnce;
}
