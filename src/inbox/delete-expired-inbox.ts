import type { Database } from "../platform/database/database.ts";
import type { Log } from "../platform/metrics/log.ts";
import type { Clock } from "../platform/time/clock.ts";
import { startWorker, type Worker } from "../platform/worker.ts";
import { confirmWithinMs } from "./subscribers/subscriber-token.ts";

interface ForgetInboxDependencies {
  readonly database: Database;
  readonly clock: Clock;
}

const putBackWithinMs = 30 * 24 * 60 * 60 * 1000;
const hourMs = 60 * 60 * 1000;
/** Of each kind, so that no write is long. */
const rowsPerWrite = 200;

/** Forgets once an hour what nobody can take back or confirm any more. */
export function startForgettingInbox(
  dependencies: ForgetInboxDependencies & { readonly log: Log },
): Worker {
  return startWorker({
    name: "forget-inbox",
    intervalMs: hourMs,
    log: dependencies.log,
    workOnce: () => forgetInbox(dependencies),
  });
}

/**
 * Removes for good some of what was deleted long ago, and of the subscriptions that nobody
 * confirmed. True when there may be more.
 */
export async function forgetInbox({ database, clock }: ForgetInboxDependencies): Promise<boolean> {
  const deletedBefore = clock() - putBackWithinMs;
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
