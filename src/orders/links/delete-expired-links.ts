import type { Database } from "#platform/database/database.ts";
import type { Log } from "#platform/metrics/log.ts";
import type { Clock } from "#platform/time/clock.ts";
import { startWorker, type Worker } from "#platform/worker.ts";
import { deleteLinksById } from "./issue-link.server.ts";

interface ExpiryDependencies {
  readonly database: Database;
  readonly clock: Clock;
}

const hourMs = 60 * 60_000;
/** Small, because other writes wait while a write runs. */
const linksPerWrite = 200;

export function startDeletingExpiredLinks(
  dependencies: ExpiryDependencies & { readonly log: Log },
): Worker {
  return startWorker({
    name: "delete-expired-links",
    intervalMs: hourMs,
    log: dependencies.log,
    workOnce: () => deleteExpiredLinks(dependencies),
  });
}

/**
 * Deletes links of orders that have expired, with their visits, at most 200 per call. Returns true
 * when there may be more.
 */
export async function deleteExpiredLinks({
  database,
  clock,
}: ExpiryDependencies): Promise<boolean> {
  const expired = await database.read
    .selectFrom("order_links")
    .select("id")
    .where("expires_at", "<=", clock())
    .orderBy("expires_at")
    .limit(linksPerWrite)
    .execute();
  if (expired.length === 0) return false;
  const ids = expired.map(({ id }) => id);
  await database.write((tx) => deleteLinksById(tx, ids));
  return expired.length === linksPerWrite;
}
