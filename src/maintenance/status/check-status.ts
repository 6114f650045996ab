import type { StoredFiles } from "#files/count-stored-files.server.ts";
import { commandWords } from "#platform/command-words.ts";
import { adviceOnDamage } from "#platform/database/database-file.ts";
import { formatBytes, formatDuration } from "#platform/metrics/amounts-in-words.ts";
import { mostCounted, type QueueLength } from "#platform/metrics/queue-length.ts";
import type { BackupsReport, CopiesReport } from "../backups/read-backups.ts";
import type { InstallationStatus } from "./read-status.ts";

export interface StatusCheck {
  readonly name: string;
  readonly value: string;
  /** The problem and what to do, in a sentence or two; null without a problem. */
  readonly advice: string | null;
  /** The screen with the details or the solution. */
  readonly screen: { readonly label: string; readonly path: string } | null;
}

const minute = 60_000;
/** Waiting time after which the work of a worker counts as late. */
const tooLongMs = 10 * minute;

function isLateAt(now: number): (queue: QueueLength) => boolean {
  return ({ oldestAt }) => oldestAt !== null && now - oldestAt > tooLongMs;
}

type QueueStatus = Pick<InstallationStatus, "at" | "queues" | "givenUpRefunds" | "mailServer">;

function checkQueues(status: QueueStatus): readonly StatusCheck[] {
  const { at, queues, mailServer } = status;
  const isLate = isLateAt(at);
  const waiting = (queue: QueueLength) => lengthInWords(queue, at);
  const failed = queues["failed-mail"].count;
  const broken = queues["failed-pictures"].count;
  const isMailWaiting = queues.mail.count > 0;
  return [
    checkMailServer(mailServer, isMailWaiting),
    {
      name: "Emails waiting",
      value: waiting(queues.mail),
      advice:
        isLate(queues.mail) && mailServer === "ready"
          ? "The mail server has not accepted these yet. Furrow keeps trying. Open one to see the server’s response, and send a test email."
          : null,
      screen: { label: "See the waiting emails", path: "/outbox?state=waiting" },
    },
    {
      name: "Failed emails",
      value: failed === 0 ? "None" : `${numberOf(queues["failed-mail"])} not delivered`,
      advice:
        failed === 0
          ? null
          : "These emails could not be delivered. See why, correct the address or the mail server, and try again.",
      screen: { label: "See the failed emails", path: "/outbox?state=failed" },
    },
    {
      name: "Payments to verify",
      value: waiting(queues.notifications),
      advice: isLate(queues.notifications)
        ? "The payment provider has not confirmed these yet. Nothing is lost: Furrow keeps asking. Check whether the provider reports an outage and whether this server can reach it."
        : null,
      screen: { label: "See the payments", path: "/payments" },
    },
    {
      name: "Payments that need review",
      value: waiting(queues.reviews),
      advice:
        queues.reviews.count === 0
          ? null
          : "Money may have arrived that is not applied to an order yet. Accept each payment, apply it to another order, refund it or dismiss it.",
      screen: { label: "Review payments", path: "/payments" },
    },
    checkRefunds(status),
    {
      name: "Pictures",
      value: broken === 0 ? waiting(queues.pictures) : `${broken} failed`,
      advice:
        broken === 0
          ? null
          : "Some sizes of these pictures could not be created, so pages show other sizes. Upload the pictures again or replace them.",
      screen: { label: "See the pictures", path: "/media-library" },
    },
  ];
}

const settingsPath = "/admin/settings";

function checkMailServer(
  state: InstallationStatus["mailServer"],
  isMailWaiting: boolean,
): StatusCheck {
  const values = { ready: "Set up", missing: "None", unreadable: "Its password cannot be read" };
  return {
    name: "Mail server",
    value: values[state],
    advice: mailServerAdvice(state, isMailWaiting),
    screen: { label: "Set up the mail server", path: settingsPath },
  };
}

function mailServerAdvice(
  state: InstallationStatus["mailServer"],
  isMailWaiting: boolean,
): string | null {
  if (state === "unreadable") {
    return "The site can no longer read the saved mail password, so no emails are sent. Enter it again.";
  }
  if (state === "ready") return null;
  const now = isMailWaiting ? "Emails are waiting" : "Emails to you and to customers will wait";
  return `${now}, because the site has no mail server. Enter the server and the password of your email provider under General settings, and send yourself a test email. Waiting emails are then sent.`;
}

function checkRefunds({ at, queues, givenUpRefunds }: QueueStatus): StatusCheck {
  const { count } = queues["given-up-refunds"];
  const isLate = isLateAt(at)(queues.refunds);
  const [first] = givenUpRefunds;
  return {
    name: "Refunds",
    value: count === 0 ? lengthInWords(queues.refunds, at) : `${count} not confirmed`,
    advice: count === 0 ? adviceOnWaiting(isLate) : adviceOnGivenUp(givenUpRefunds),
    screen:
      first === undefined
        ? { label: "See the payments", path: "/payments" }
        : { label: `Open order ${first.number}`, path: `/admin/payment-status/${first.id}` },
  };
}

function adviceOnWaiting(isLate: boolean): string | null {
  if (!isLate) return null;
  return "The provider has not answered yet. Furrow keeps asking, without refunding twice. Check whether the provider reports an outage.";
}

function adviceOnGivenUp(orders: InstallationStatus["givenUpRefunds"]): string {
  const numbers = new Intl.ListFormat("en-US").format(orders.map(({ number }) => `${number}`));
  const which = numbers === "" ? "" : ` (${orders.length === 1 ? "order" : "orders"} ${numbers})`;
  return `The provider has not confirmed these refunds for days${which}. Try them again on the order page, which names the last day on which this cannot refund twice.`;
}

function numberOf({ count }: QueueLength): string {
  return count >= mostCounted ? `${mostCounted.toLocaleString("en-US")} or more` : `${count}`;
}

function lengthInWords(queue: QueueLength, now: number): string {
  if (queue.oldestAt === null) return "None";
  const first = queue.count === 1 ? "" : ", the first";
  return `${numberOf(queue)} waiting${first} for ${formatDuration(now - queue.oldestAt)}`;
}

const leastFreeBytes = 1_000_000_000;
const leastFreeShare = 0.05;
/** From about this size on, backups take minutes, because each backup copies all files. */
const manyFileBytes = 5_000_000_000;
const mostMemoryShare = 0.8;
/** A backup is overdue after twice its interval. */
const latestBackups = 2;

/** The most important checks come first. */
export function checkStatus(status: InstallationStatus): readonly StatusCheck[] {
  return [
    checkDatabase(status),
    checkDisk(status),
    checkBackups(status),
    ...checkCopies(status),
    checkWaysToPay(status),
    ...checkQueues(status),
    checkPasswords(status),
    ...checkPasskeys(status),
    ...checkClock(status),
    checkFiles(status),
    ...checkIncomingMail(status),
    ...checkDemonstrations(status),
    checkProgram(status),
    checkMemory(status),
  ];
}

export const waysCheck = "Ways to pay";

function checkWaysToPay({ waysToPay: { mode, names } }: InstallationStatus): StatusCheck {
  const all = names.length === 0 ? "None" : new Intl.ListFormat("en-US").format(names);
  return {
    name: waysCheck,
    value: mode === "test" && names.length > 0 ? `${all}, in test mode: no money moves` : all,
    advice:
      names.length === 0
        ? "Customers can order, but they cannot pay. Connect Stripe or PayPal, or enter your bank account."
        : null,
    screen: { label: "Set up payments", path: "/settings/payments" },
  };
}

/** Stripe's signatures are valid for five minutes, so that a wrong clock delays every payment. */
function checkClock({ clockAheadMs }: InstallationStatus): StatusCheck[] {
  const off = Math.abs(clockAheadMs);
  if (off < 2 * minute) return [];
  const value = `${formatDuration(off)} ${clockAheadMs > 0 ? "fast" : "slow"}`;
  const advice =
    "The clock of this machine differs from Stripe’s. Payments still arrive, but each needs another question to Stripe. Set the clock by the network: turn on NTP.";
  return [{ name: "Clock", value, advice, screen: null }];
}

/** Browsers offer a passkey only at the host for which it was made. */
function checkPasskeys({ unusablePasskeys }: InstallationStatus): StatusCheck[] {
  if (unusablePasskeys.length === 0) return [];
  const count = unusablePasskeys.reduce((sum, host) => sum + host.count, 0);
  const hosts = unusablePasskeys.map(({ host }) => host).join(" and ");
  const advice = `These passkeys were made for ${hosts} and do not work at the current address of the site. Set PUBLIC_URL back, or tell people to log in with their password and to add their passkeys again.`;
  return [{ name: "Passkeys", value: `${count} of another address`, advice, screen: null }];
}

export const demonstrationCheck = "Demonstration orders";

/** A site without demonstration orders needs no line about them. */
function checkDemonstrations({ leftDemonstrations: count }: InstallationStatus): StatusCheck[] {
  if (count === 0) return [];
  const advice =
    "This site takes real payments and still has demonstration orders among its orders. Demonstration orders are not included in any totals. Remove them before customers order.";
  return [{ name: demonstrationCheck, value: `${count} orders`, advice, screen: null }];
}

/** A site without replies by mail needs no line about them. */
function checkIncomingMail({ at, incomingMail }: InstallationStatus): StatusCheck[] {
  if (incomingMail.kind === "none") return [];
  const check = { name: "Replies by email", screen: receivedEmails };
  if (incomingMail.kind !== "mailbox") {
    return [{ ...check, value: "Posted by a mail service", advice: null }];
  }
  const { checkedAt, failingSince, failure } = incomingMail;
  if (failingSince === null) {
    const value = checkedAt === null ? "Not read yet" : "The mailbox is read twice a minute";
    return [{ ...check, value, advice: null }];
  }
  const advice = `${failure ?? "The mailbox could not be read"}. Nothing is lost: Furrow keeps trying, and reads the emails once the mailbox answers. Ask the person who runs the server to check IMAP_URL.`;
  const value = `Not readable for ${formatDuration(at - failingSince)}`;
  return [{ ...check, value, advice }];
}

const receivedEmails = { label: "See the received emails", path: "/received-emails" };

function checkDatabase({ database }: InstallationStatus): StatusCheck {
  const { engine, version, bytes } = database;
  return {
    name: "Database",
    value: `${engine} ${version}, ${formatBytes(bytes)}`,
    advice: databaseAdvice(database),
    screen: null,
  };
}

function databaseAdvice({ isFull, damagedFile }: InstallationStatus["database"]): string | null {
  if (damagedFile !== null) {
    return `The site’s database is damaged, so nobody can order, send messages or sign in. Ask the person who runs the server to restore a backup. ${adviceOnDamage(damagedFile)}`;
  }
  return isFull
    ? "The disk of the server is full, so nobody can order, send messages or sign in. Visitors can still read the pages. Ask the person who runs the server to free some space where the database is. The site then continues by itself."
    : null;
}

function checkDisk({ disk }: InstallationStatus): StatusCheck {
  if (disk === null) {
    const value = "Not available on this system";
    return { name: "Free disk", value, advice: null, screen: null };
  }
  const { freeBytes, totalBytes } = disk;
  const isLow = freeBytes < leastFreeBytes || freeBytes < totalBytes * leastFreeShare;
  return {
    name: "Free disk",
    value: `${formatBytes(freeBytes)} of ${formatBytes(totalBytes)}`,
    advice: isLow
      ? "The disk of the server is nearly full. Once it is full, nobody can order, send messages or sign in. Ask the person who runs the server to delete files that are not needed, or to move the site’s data (the folder DATA_DIR) to a larger disk."
      : null,
    screen: null,
  };
}

function checkBackups({ backups, at }: InstallationStatus): StatusCheck {
  const { everyMs, lastGood, failure } = backups;
  const last = lastBackup(backups);
  return {
    name: "Last backup",
    value:
      last === null
        ? "None yet"
        : `${formatDuration(at - last.at)} ago, ${formatBytes(last.bytes)}`,
    advice: backupAdvice(everyMs, lastGood === null ? null : at - lastGood.at, failure),
    screen: { label: "Set up backups", path: "/backups" },
  };
}

/**
 * A copy that is this late is reported. The limit is long, because the upload of a large backup
 * takes hours.
 */
const latestCopyMs = 6 * 60 * minute;
const testedEveryMs = 90 * 24 * 60 * minute;

/** A site without BACKUP_URL needs no line about copies. */
function checkCopies({ backups: { copies }, at }: InstallationStatus): StatusCheck[] {
  if (copies === null) return [];
  const { last, testedAt } = copies;
  const arrived =
    last === null
      ? "None yet"
      : `Arrived ${formatDuration(at - last.at)} ago, ${formatBytes(last.bytes)}`;
  const tested =
    testedAt === null ? "never restored in a test" : `tested ${formatDuration(at - testedAt)} ago`;
  const value = last === null && testedAt === null ? arrived : `${arrived}; ${tested}`;
  return [{ name: "Copy of the backup", value, advice: copyAdvice(copies, at), screen: null }];
}

function copyAdvice({ failure, waitingSince, last, testedAt }: CopiesReport, at: number) {
  if (failure !== null) {
    return `The last backup could not be copied to the bucket. Furrow tries again every ten minutes. Ask the person who runs the server to remove the cause: ${failure.words}`;
  }
  if (waitingSince !== null && at - waitingSince > latestCopyMs) {
    return "The last backup has no copy in the bucket yet. Ask the person who runs the server whether a server with BACKUP_URL has this backup, and to look for the reason in Furrow’s log.";
  }
  if (last === null || (testedAt !== null && at - testedAt <= testedEveryMs)) return null;
  const since = testedAt === null ? "never been tested" : "not been tested for three months";
  return `The copies have ${since}. To check that your key can restore them, run “${commandWords("restore", "s3://… --key FILE --test")}” with the bucket and your key, at least every three months.`;
}

/** The latest backup on a schedule, by hand in the panel or by `npm run backup`. */
function lastBackup({ lastGood, files }: BackupsReport): { at: number; bytes: number } | null {
  const commanded = files.findLast(({ kind }) => kind === "backup" || kind === "manual");
  if (lastGood === null || commanded === undefined) return lastGood ?? commanded ?? null;
  return commanded.at > lastGood.at ? commanded : lastGood;
}

function backupAdvice(
  everyMs: number | null,
  /** Age of the last good scheduled backup; null when no scheduled backup exists. */
  age: number | null,
  failure: BackupsReport["failure"],
): string | null {
  if (failure !== null)
    return `The last backup failed, so the latest orders and changes may be in no backup. Ask the person who runs the server to remove the cause: ${failure.words}`;
  if (everyMs === null) {
    return "Automatic backups are off. Choose how often a backup is made.";
  }
  if (age === null || age <= everyMs * latestBackups) return null;
  return `The last backup is too old: one is due every ${formatDuration(everyMs)}. The orders and changes since then would be lost with the server’s disk. Ask the person who runs the server to look for the reason in Furrow’s log and to run “${commandWords("backup")}”.`;
}

function checkPasswords({ unreadablePasswords: count }: InstallationStatus): StatusCheck {
  const passwords = count === 1 ? "1 password" : `${count} passwords`;
  return {
    name: "Passwords of orders",
    value: count === 0 ? "All can be read" : `${passwords} can no longer be read`,
    advice:
      count === 0
        ? null
        : `${passwords} can no longer be read, because the SECRET of the server has changed since they were stored. Everything else works. Set the former SECRET, or ask the customers to replace the passwords; their order pages say which.`,
    screen: null,
  };
}

function checkFiles({ files: { database, bucket }, hasBucket }: InstallationStatus): StatusCheck {
  const inDatabase = database.count === 0 ? [] : [inWords(database)];
  const inBucket =
    bucket.count === 0 ? [] : [`${inWords(bucket)} in the bucket, which is not in the backups`];
  return {
    name: "Files of orders",
    value: [...inDatabase, ...inBucket].join("; ") || "None",
    advice: filesAdvice(database.bytes, bucket.count > 0 && !hasBucket),
    screen: null,
  };
}

function inWords({ count, bytes }: StoredFiles): string {
  const number = count === 1 ? "1 file" : `${count.toLocaleString("en-US")} files`;
  return `${number}, ${formatBytes(bytes)}`;
}

function filesAdvice(databaseBytes: number, isBucketUnknown: boolean): string | null {
  if (isBucketUnknown) {
    return "Nobody can download the files in the bucket, because this server does not know it. Ask the person who runs the server to set FILES_URL to the bucket of this site.";
  }
  return databaseBytes < manyFileBytes
    ? null
    : "The files of orders make the database large, so every backup takes long and needs much space. Remove large files of old orders on the pages of these orders, or ask the person who runs the server to move the files to a bucket (FILES_URL).";
}

function checkProgram({ version, nodeVersion, upMs }: InstallationStatus): StatusCheck {
  return {
    name: "Furrow",
    value: `Version ${version} on Node ${nodeVersion}, up for ${formatDuration(upMs)}`,
    advice: null,
    screen: null,
  };
}

function checkMemory({ memory }: InstallationStatus): StatusCheck {
  const { usedBytes, mostBytes } = memory;
  const isHigh = usedBytes !== null && usedBytes > mostBytes * mostMemoryShare;
  const used = usedBytes === null ? "Unknown" : formatBytes(usedBytes);
  return {
    name: "Memory",
    value: `${used} of ${formatBytes(mostBytes)}`,
    advice: isHigh
      ? "The site uses nearly all of its memory and may stop without warning. Ask the person who runs the server to restart Furrow, and to give it more memory if this happens again."
      : null,
    screen: null,
  };
}
