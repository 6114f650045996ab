import { setTimeout as sleep } from "node:timers/promises";
import type { Services } from "../compose.ts";
import { startWritingMissingPages } from "../content/addresses/missing-pages.ts";
import { startReleases } from "../content/releases/run-releases.server.ts";
import { startDeletingRemovedFiles } from "../files/delete-removed-files.ts";
import { startArchivingInvoices } from "../invoices/archive/archive-invoices.ts";
import { startPollingMailbox } from "../mail/incoming/poll-mailbox.ts";
import { startSendingMail } from "../mail/mailer.ts";
import { startSendingRefunds } from "../money/refunds/send-refunds.ts";
import type { ReadableAccount } from "../payments/accounts/payment-accounts.server.ts";
import { startPreparingAccounts } from "../payments/accounts/prepare-accounts.ts";
import { prepareAtProvider, removeWebhookOf } from "../payments/accounts/provider-connections.ts";
import { startRemovingWebhooks } from "../payments/accounts/remove-webhooks.ts";
import { startDeletingExpired } from "../platform/retention.ts";
import { startSchedule } from "../platform/schedule/scheduled-jobs.server.ts";
import type { Worker } from "../platform/worker.ts";
import { startSummingDays } from "../sales/sales-days.server.ts";
import { startSendingChangedPages } from "../seo/index-now/send-changed-pages.ts";
import { startSubscriptionCalls } from "../subscriptions/providers/sweep-subscriptions.ts";
import { chargesUntil } from "../subscriptions/running-subscriptions.server.ts";
import { retentions } from "./retentions.ts";
import { startBackups, startCopies } from "./start-backups.ts";
import { watchDamage } from "./watch-damage.ts";

/**
 * A stop waits this long for running jobs, then cuts them off. This is safe, because every job is
 * written so that a kill of the process at any moment does no harm.
 */
const stoppingMs = 6_000;

/**
 * Creates the background workers. `program` is the URL of the built program, which threads load.
 */
export function backgroundWorkers(services: Services, program: URL | undefined) {
  const { payments, media, jobHandlers: handlers, configuration, ownUrl } = services;
  const removeWebhook = (account: ReadableAccount) =>
    removeWebhookOf(account, { ...configuration, ownUrl });
  const prepareAccount = (account: ReadableAccount) =>
    prepareAtProvider(account, { ...configuration, ownUrl });
  const workers: Worker[] = [];
  let stopped: Promise<unknown> | undefined;
  return {
    async start() {
      void watchDamage(services, program);
      workers.push(await payments.startVerifying());
      workers.push(payments.startSweeping());
      workers.push(startRemovingWebhooks({ ...services, removeWebhook, chargesUntil }));
      workers.push(startPreparingAccounts({ ...services, prepareAccount }));
      workers.push(await startSendingRefunds(services));
      workers.push(await startSubscriptionCalls(services));
      workers.push(await startArchivingInvoices(services));
      workers.push(media.startEncoding());
      workers.push(startDeletingRemovedFiles(services));
      workers.push(startDeletingExpired(services, retentions));
      workers.push(startSummingDays(services));
      workers.push(startWritingMissingPages(services));
      workers.push(startReleases(services));
      workers.push(startSendingChangedPages(services));
      workers.push(startSchedule({ ...services, handlers }));
      workers.push(startBackups(services, program));
      workers.push(...startCopies(services, program));
      workers.push(startSendingMail(services));
      workers.push(...services.siteChecks.start());
      const { incomingMail, log } = services;
      const imapUrl = configuration.incomingMail?.imapUrl;
      if (incomingMail !== undefined && imapUrl !== undefined) {
        workers.push(startPollingMailbox({ ...incomingMail, imapUrl, log }));
      }
    },
    /** Resolves when the running jobs have finished, or after six seconds. */
    async stop() {
      stopped ??= Promise.race([
        Promise.all(workers.map((worker) => worker.stop())),
        sleep(stoppingMs, undefined, { ref: false }),
      ]);
      await stopped;
    },
  };
}
