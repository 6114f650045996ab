import cluster from "node:cluster";
import { type ELDHistogram, monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import {
  passwordChangedLetter,
  queueResetLetter,
  welcomeLetter,
} from "./access/accounts/account-emails.ts";
import { isConfirmed } from "./access/accounts/accounts.server.ts";
import { holdAccount } from "./access/accounts/lock-account.server.ts";
import { queueAddressLetter } from "./access/accounts/verify-address.ts";
import { ensureFirstAdmin, type FirstAdminDependencies } from "./access/admins/first-admin.ts";
import { type Identity, identify } from "./access/sessions/current-actor.ts";
import { openAuthentication } from "./access/sessions/lazy-authentication.ts";
import { createPasswordHashes, type HashCost } from "./access/sessions/password-hashes.ts";
import type { AccessDependencies } from "./access/sessions/sign-in.ts";
import type { AttachmentStore } from "./content/archive/content-archive.ts";
import { seedContent } from "./content/records/seed-content.ts";
import { usesOfPictures } from "./content/records/uses-of-pictures.server.ts";
import { RequestMetrics } from "./http/request-metrics.ts";
import { startForgettingInbox } from "./inbox/delete-expired-inbox.ts";
import { personalMessages } from "./inbox/messages/personal-messages.server.ts";
import { personalSubscription } from "./inbox/subscribers/personal-subscription.server.ts";
import type { Post } from "./mail/mailer.ts";
import { personalMails } from "./mail/outbox/personal-mails.server.ts";
import { queueLetter } from "./mail/queue-email.server.ts";
import { startMailWorker } from "./mail/sending/send-mail.ts";
import {
  eventLoopResolutionMs,
  type ProcessMeters,
  processMetrics,
} from "./maintenance/status/read-metrics.ts";
import { createPictureAttachments } from "./media/archive/picture-attachments.ts";
import { createMedia, type Media } from "./media/media.ts";
import { personalOrders } from "./orders/personal-orders.server.ts";
import { startSendingRefunds } from "./orders/refunds/send-refunds.ts";
import { adoptTimeZone, startDatingOrders } from "./orders/sales/date-orders.server.ts";
import { isPaymentDue, settlePayment } from "./orders/settling/settle-payment.ts";
import { createPayments, type Payments } from "./payments/payments.ts";
import { createEarlierProviders, createProvider } from "./payments/providers.ts";
import type { Configuration } from "./platform/configuration.ts";
import type { Database } from "./platform/database/database.ts";
import { prepareDataDirectory } from "./platform/files/data-directory.ts";
import { installationSecret } from "./platform/files/secret.ts";
import type { Log } from "./platform/metrics/log.ts";
import { Counter, type Metric } from "./platform/metrics/metrics.ts";
import { type Clock, systemClock } from "./platform/time/clock.ts";
import type { Worker } from "./platform/worker.ts";
import type { HoldAccount } from "./policy/hold-account.ts";
import type { PersonalData } from "./policy/personal-data.ts";
import { openPreparedDatabase } from "./server/open-database.ts";
import { ownPaths, reservedWords } from "./server/reserved-paths.ts";
import { prepareForBackups, startBackups } from "./server/start-backups.ts";
import { watchDamage } from "./server/watch-damage.ts";

/** Everything that the two doors work with. */
export interface Services extends ProcessMeters {
  readonly configuration: Configuration;
  readonly publicUrl: string;
  readonly secret: string;
  readonly log: Log;
  readonly clock: Clock;
  readonly database: Database;
  /** Sends letters in the owner's words. */
  readonly post: Post;
  readonly access: AccessDependencies;
  readonly firstAdmin: FirstAdminDependencies;
  readonly payments: Payments;
  /** What is measured in all processes that share the port; null where there is one. */
  readonly metricsOfAll: (() => Promise<readonly Metric[]>) | null;
  /** Files that exports of the content carry along. */
  readonly attachments: AttachmentStore;
  readonly media: Media;
  /** With which the addresses begin that the site itself needs. */
  readonly reservedWords: ReadonlySet<string>;
  /** Where it answers, whatever its owner says. */
  readonly ownPaths: ReadonlySet<string>;
  /** What the modules keep about people, to be handed out and to be forgotten. */
  readonly personalData: readonly PersonalData[];
  readonly holdAccount: HoldAccount;
  /** Aborted when this process is about to end. */
  readonly stopping: AbortSignal;
  identify(request: Request, clientAddress: string): Identity;
}

export interface Furrow {
  readonly services: Services;
  /** Starts the work that goes on beside requests. */
  startWorkers(): Promise<void>;
  /** From here on it is not ready; resolves when the jobs in hand are finished. */
  stopWorkers(): Promise<void>;
  /** The same, and closes the database. */
  close(): Promise<void>;
}

interface ComposeOptions {
  readonly configuration: Configuration;
  readonly log: Log;
  /** The origin under which this process reaches itself. */
  readonly ownUrl: string;
  /** Of the routes of all pages, as the router has them. */
  readonly pagePaths: readonly (string | undefined)[];
  /** The built program, for the threads that it starts; left out where the sources run. */
  readonly program?: URL;
  /** Less than usual in tests, which would do little else. */
  readonly hashCost?: HashCost;
}

/** Builds every service once, over a database that is migrated and seeded. */
export async function compose(options: ComposeOptions): Promise<Furrow> {
  const { configuration, log, ownUrl } = options;
  const clock = systemClock;
  const dataDirectory = prepareDataDirectory(configuration.dataDirectory);
  prepareForBackups(configuration);
  const secret = installationSecret(configuration.secret, dataDirectory);
  const database = await openPreparedDatabase({ configuration, log, clock });
  const { publicUrl, passwordMinLength, ownerEmail } = configuration;
  const post: Post = { publicUrl, ownerEmail, clock, secret, configuration, isConfirmed };
  const passwords = createPasswordHashes(options.hashCost);
  const authentication = await openAuthentication({
    database,
    configuration,
    secret,
    log,
    passwords,
    sendResetMail: (recipient, token) => queueResetLetter({ database, post }, recipient, token),
    sendVerifyMail: (accountId, recipient) =>
      queueAddressLetter({ database, post, secret }, accountId, recipient),
    onPasswordReset: (email) =>
      database.write((tx) => queueLetter(tx, post, passwordChangedLetter(email))),
    onRegistered: (tx, email) => queueLetter(tx, post, welcomeLetter(email)),
  });
  const firstAdmin = { authentication, database, clock, secret, passwordMinLength };
  await adoptTimeZone(database, configuration.timeZone);
  await seedContent(database, clock);
  if (configuration.firstAdmin !== undefined) {
    await ensureFirstAdmin(firstAdmin, configuration.firstAdmin);
  }
  const databaseErrors = new Counter(
    "furrow_database_errors_total",
    "Statements that the database refused, by kind.",
  );
  database.onFault((kind) => databaseErrors.add({ kind }));
  const meters: ProcessMeters = {
    requestMetrics: new RequestMetrics(),
    databaseErrors,
    eventLoopDelay: configuration.metricsToken === undefined ? null : watchEventLoop(),
  };
  const stopping = new AbortController();
  const services: Services = {
    configuration,
    publicUrl,
    secret,
    log,
    clock,
    database,
    post,
    access: { authentication, passwords, publicUrl, passwordMinLength },
    firstAdmin,
    payments: composePayments({ configuration, log, ownUrl }, database, secret, post),
    ...meters,
    metricsOfAll: await joinMetrics(options, meters),
    attachments: createPictureAttachments({ database, clock }),
    media: createMedia({ database, clock, log, usesOf: usesOfPictures }),
    reservedWords: reservedWords(options.pagePaths),
    ownPaths: ownPaths(options.pagePaths),
    personalData: [personalOrders, personalMessages, personalSubscription, personalMails],
    holdAccount,
    stopping: stopping.signal,
    identify: (request, address) => identify({ authentication, database }, request, address),
  };
  return withWorkers(services, options.program, stopping);
}

function watchEventLoop(): ELDHistogram {
  const delay = monitorEventLoopDelay({ resolution: eventLoopResolutionMs });
  delay.enable();
  return delay;
}

/** Loads nothing where there is one process, or nobody may read the metrics. */
async function joinMetrics({ configuration, log }: ComposeOptions, meters: ProcessMeters) {
  const { workers, metricsToken } = configuration;
  if (workers === 1 || metricsToken === undefined || cluster.worker === undefined) return null;
  const { shareMetrics } = await import("./server/worker-metrics.ts");
  return shareMetrics(cluster.worker, log, () => processMetrics(meters));
}

function composePayments(
  { configuration, log, ownUrl }: Pick<ComposeOptions, "configuration" | "log" | "ownUrl">,
  database: Database,
  secret: string,
  post: Post,
): Payments {
  const { clock } = post;
  const settings = { ...configuration, ownUrl, secret, clock };
  const provider = createProvider(configuration.payments, settings);
  const earlierProviders = createEarlierProviders(configuration.payments, settings);
  const onVerified = settlePayment({ clock, post, timeZone: configuration.timeZone });
  const isDue = isPaymentDue;
  const heard = { provider, earlierProviders };
  return createPayments({ ...heard, database, secret, clock, log, onVerified, isDue });
}

/** For jobs in hand. One that takes longer is left as if its process were killed, which all survive. */
const stoppingMs = 6_000;

function withWorkers(
  services: Services,
  program: URL | undefined,
  stopping: AbortController,
): Furrow {
  const { configuration, database, payments, media, clock, log } = services;
  const workers: Worker[] = [];
  let stopped: Promise<unknown> | undefined;
  async function stopWorkers() {
    stopping.abort();
    stopped ??= Promise.race([
      Promise.all(workers.map((worker) => worker.stop())),
      sleep(stoppingMs, undefined, { ref: false }),
    ]);
    await stopped;
  }
  return {
    services,
    async startWorkers() {
      void watchDamage(services, program);
      workers.push(await payments.startVerifying());
      workers.push(await startSendingRefunds(services));
      workers.push(media.startEncoding());
      workers.push(startForgettingInbox({ database, clock, log }));
      workers.push(startDatingOrders({ database, log }));
      workers.push(...startBackups(services, program));
      const { smtpUrl, mailFrom } = configuration;
      if (smtpUrl !== undefined && mailFrom !== undefined) {
        workers.push(startMailWorker({ database, clock, log, smtpUrl, from: mailFrom }));
      }
    },
    stopWorkers,
    async close() {
      await stopWorkers();
      await database.close();
    },
  };
}
