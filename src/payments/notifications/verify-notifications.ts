import { startWorker, type Worker } from "../../platform/worker.ts";
import { releaseClaims } from "./notification-outcome.server.ts";
import { type VerifyDependencies, verifyNextNotification } from "./verify-notification.ts";

/** How many messages are asked about at the same time: a slow answer holds up only its own. */
const lanes = 4;
const intervalMs = 1000;

/**
 * Verifies received messages in the background until it is stopped; what is asked at that moment
 * is broken off, and done after the next start.
 */
export async function startVerifying(deps: VerifyDependencies): Promise<Worker> {
  await deps.database.write(releaseClaims);
  const stopping = new AbortController();
  const workers = Array.from({ length: lanes }, (_, lane) =>
    startWorker({
      name: `verify notifications ${lane + 1}`,
      intervalMs,
      workOnce: () => verifyNextNotification(deps, stopping.signal),
      log: deps.log,
    }),
  );
  return {
    wake() {
      for (const worker of workers) worker.wake();
    },
    async stop() {
      stopping.abort();
      await Promise.all(workers.map((worker) => worker.stop()));
    },
  };
}
