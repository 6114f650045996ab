import { statfs } from "node:fs/promises";
import { totalmem } from "node:os";
import { sql } from "kysely";
import { countUnusablePasskeys } from "#access/second-factor/passkeys.ts";
import { countUnreadablePasswords } from "#conversation/passwords/order-password.ts";
import { countStoredFiles, type StoredFiles } from "#files/count-stored-files.server.ts";
import type { FilePlace } from "#files/private-file-tables.server.ts";
import { readMailbox } from "#mail/incoming/poll-mailbox.ts";
import { mailQueues } from "#mail/outbox/outbox.server.ts";
import { pictureQueues } from "#media/media-store.server.ts";
import { ordersOfGivenUpRefunds, refundQueues } from "#money/refunds/refund-requests.server.ts";
import { countDemonstrationOrders } from "#orders/demonstration-numbers.server.ts";
import { paymentQueues } from "#payments/notifications/notification-outcome.server.ts";
import { clockAheadMs } from "#payments/notifications/sweep-reports.ts";
import type { Payments } from "#payments/payments.ts";
import type { Configuration } from "#platform/configuration.ts";
import type { Database, Queries } from "#platform/database/database.ts";
import { databaseAddress } from "#platform/database/database-address.ts";
import type { QueueLength } from "#platform/metrics/queue-length.ts";
import type { Clock } from "#platform/time/clock.ts";
import { programVersion } from "#platform/version.ts";
import type { Actor } from "#policy/actor.ts";
import { requireRight } from "#policy/rights.ts";
import {
  type MailServer,
  readBankTransfer,
  readMailServer,
} from "#settings/stored-settings.server.ts";
import { type BackupsReport, readBackups } from "../backups/read-backups.ts";

interface DatabaseFacts {
  readonly engine: "SQLite" | "PostgreSQL";
  readonly version: string;
  readonly bytes: number;
  readonly migrations: number;
}

export async function databaseFacts({ engine, read }: Database): Promise<DatabaseFacts> {
  const about =
    engine === "sqlite"
      ? sql<{ version: string; bytes: number }>`select sqlite_version() as version,
          page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`
      : sql<{ version: string; bytes: number }>`select current_setting('server_version') as version,
          pg_database_size(current_database()) as bytes`;
  const { rows } = await about.execute(read);
  const applied = await sql<{ count: number | string }>`
    select count(*) as count from kysely_migration`.execute(read);
  return {
    engine: engine === "sqlite" ? "SQLite" : "PostgreSQL",
    version: rows[0]?.version.split(" ")[0] ?? "",
    bytes: Number(rows[0]?.bytes ?? 0),
    migrations: Number(applied.rows[0]?.count ?? 0),
  };
}

interface FreeDisk {
  readonly freeBytes: number;
  readonly totalBytes: number;
}

/** Disk space that this program may use; null when the system does not report it. */
export async function freeDisk(directory: string): Promise<FreeDisk | null> {
  try {
    const { bavail, blocks, bsize } = await statfs(directory);
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  } catch {
    return null;
  }
}

/** Memory of this process; null in a chroot without `/proc`, where Node cannot read it. */
export function residentBytes(): number | null {
  try {
    return process.memoryUsage.rss();
  } catch {
    return null;
  }
}

export const version = programVersion();

type QueueName =
  | "mail"
  | "failed-mail"
  | "notifications"
  | "reviews"
  | "refunds"
  | "given-up-refunds"
  | "pictures"
  | "failed-pictures";

type Queues = Readonly<Record<QueueName, QueueLength>>;

export async function readQueues(queries: Queries): Promise<Queues> {
  const [mail, payments, refunds, pictures] = await Promise.all([
    mailQueues(queries),
    paymentQueues(queries),
    refundQueues(queries),
    pictureQueues(queries),
  ]);
  return {
    mail: mail.waiting,
    "failed-mail": mail.failed,
    notifications: payments.waiting,
    reviews: payments.reviews,
    refunds: refunds.waiting,
    "given-up-refunds": refunds.givenUp,
    pictures: pictures.waiting,
    "failed-pictures": pictures.failed,
  };
}

type IncomingMailStatus =
  /** "posted": a mail service posts the emails, and Furrow reads no mailbox. */
  | { readonly kind: "none" | "posted" }
  | {
      readonly kind: "mailbox";
      /** Null before the mailbox was read for the first time. */
      readonly checkedAt: number | null;
      readonly failingSince: number | null;
      readonly failure: string | null;
    };

async function incomingMailStatus(
  { incomingMail }: Configuration,
  queries: Queries,
): Promise<IncomingMailStatus> {
  if (incomingMail === undefined) return { kind: "none" };
  if (incomingMail.imapUrl === undefined) return { kind: "posted" };
  const row = await readMailbox(queries);
  return {
    kind: "mailbox",
    checkedAt: row?.checked_at ?? null,
    failingSince: row?.failing_since ?? null,
    failure: row?.failure ?? null,
  };
}

interface StatusDependencies {
  readonly configuration: Configuration;
  readonly database: Database;
  readonly payments: Pick<Payments, "usesSandbox" | "mode" | "ways">;
  readonly clock: Clock;
  readonly secret: string;
}

/** State of the installation, as this process sees it. */
export interface InstallationStatus {
  readonly at: number;
  readonly version: string;
  readonly nodeVersion: string;
  readonly upMs: number;
  readonly memory: { readonly usedBytes: number | null; readonly mostBytes: number };
  readonly database: DatabaseFacts & {
    readonly isFull: boolean;
    /** Path of the database file, if it was found damaged. */
    readonly damagedFile: string | null;
  };
  readonly queues: Queues;
  /** Milliseconds by which this machine's clock is ahead of a payment provider's. */
  readonly clockAheadMs: number;
  /** The first orders whose refunds the worker has given up. */
  readonly givenUpRefunds: readonly { readonly id: string; readonly number: number }[];
  readonly mailServer: MailServer["state"];
  /** Passwords of orders that were encrypted with another SECRET. */
  readonly unreadablePasswords: number;
  /** Passkeys that were added while PUBLIC_URL had another host, by that host. */
  readonly unusablePasskeys: readonly { readonly host: string; readonly count: number }[];
  /** Private files by their place, also files that wait for their deletion. */
  readonly files: Readonly<Record<FilePlace, StoredFiles>>;
  /** Whether FILES_URL is set. */
  readonly hasBucket: boolean;
  readonly incomingMail: IncomingMailStatus;
  readonly waysToPay: {
    readonly mode: Payments["mode"];
    /** Names of the ways that customers can choose now. */
    readonly names: readonly string[];
  };
  /** Demonstration orders on a site that takes payments; 0 where payments are simulated. */
  readonly leftDemonstrations: number;
  /** Null when the system does not report disk space. */
  readonly disk: FreeDisk | null;
  readonly backups: BackupsReport;
}

const ordersNamed = 20;

/** Throws "unauthenticated" and "forbidden". */
export async function readStatus(
  { configuration, database, payments, clock, secret }: StatusDependencies,
  actor: Actor,
): Promise<InstallationStatus> {
  requireRight(actor, "see the status");
  const [
    facts,
    queues,
    givenUpRefunds,
    disk,
    backups,
    mailServer,
    unreadablePasswords,
    unusablePasskeys,
    files,
    incomingMail,
    demonstrations,
    aheadMs,
    bankTransfer,
    isFull,
  ] = await Promise.all([
    databaseFacts(database),
    readQueues(database.read),
    ordersOfGivenUpRefunds(database.read, ordersNamed),
    freeDisk(configuration.dataDirectory),
    readBackups({ configuration, database }, actor),
    readMailServer({ configuration, secret }, database.read),
    countUnreadablePasswords(database.read, secret),
    countUnusablePasskeys(database.read, configuration.publicUrl),
    countStoredFiles(database.read),
    incomingMailStatus(configuration, database.read),
    countDemonstrationOrders(database.read),
    clockAheadMs(database.read),
    readBankTransfer(database.read),
    database.isFull(),
  ]);
  const address = databaseAddress(configuration);
  return {
    at: clock(),
    version,
    nodeVersion: process.versions.node,
    upMs: process.uptime() * 1000,
    // In a container, the limit of the container replaces the memory of the machine.
    memory: {
      usedBytes: residentBytes(),
      mostBytes: Math.min(process.constrainedMemory() || totalmem(), totalmem()),
    },
    database: {
      ...facts,
      isFull,
      damagedFile: address.engine === "sqlite" && database.isDamaged() ? address.file : null,
    },
    queues,
    clockAheadMs: aheadMs,
    givenUpRefunds,
    mailServer: mailServer.state,
    unreadablePasswords,
    unusablePasskeys,
    files,
    hasBucket: configuration.bucket !== undefined,
    incomingMail,
    waysToPay: {
      mode: payments.mode,
      names: [
        ...payments.ways.map(({ provider }) => provider.displayName),
        ...(bankTransfer === null ? [] : ["bank transfer"]),
      ],
    },
    leftDemonstrations: payments.usesSandbox ? 0 : demonstrations,
    disk,
    backups,
  };
}
