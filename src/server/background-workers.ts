import { setTimeout as sleep } from "node:timers/promises";
import type { Services } from "../compose.ts";
import { startForgettingInbox } from "../inbox/delete-expired-inbox.ts";
import { startSendingMail } from "../mail/open-mail.ts";
import { startSendingRefunds } from "../orders/refunds/send-refunds.ts";
import { startDatingOrders } from "../orders/sales/date-orders.server.ts";
import type { Worker } from "../platform/worker.ts";
import { startBackups } from "./start-backups.ts";
import { watchDamage } from "./watch-damage.ts";

/** A job that takes longer is cut off, as if the process were killed; every job survives that. */
const stoppingMs = 6_000;

export interface BackgroundWorkers {
  start(): Promise<void>;
  /** Resolves when the running jobs have finished, or after six seconds. */
  stop(): Promise<void>;
}

/** The work beside requests. `program` is the built program, for the threads that it starts. */
export function backgroundWorkers(services: Services, program: URL | undefined): BackgroundWorkers {
  const { payments, media } = services;
  const workers: Worker[] = [];
  let stopped: Promise<unknown> | undefined;
  return {
    async start() {
      void watchDamage(services, program);
      workers.push(await payments.startVerifying());
      workers.push(await startSendingRefunds(services));
      workers.push(media.startEncoding());
      workers.push(startForgettingInbox(services));
      workers.push(startDatingOrders(services));
      workers.push(startBackups(services, program));
      workers.push(startSendingMail(services));
    },
    async stop() {
      stopped ??= Promise.race([
        Promise.all(workers.map((worker) => worker.stop())),
        sleep(stoppingMs, undefined, { ref: false }),
      ]);
      await stopped;
    },
  };
}
