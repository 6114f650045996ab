import { adviceOnDamage } from "../../platform/database/database-file.ts";
import { bytesInWords, durationInWords } from "../../platform/metrics/amounts-in-words.ts";
import { mostCounted, type QueueLength } from "../../platform/metrics/queue-length.ts";
import type { BackupsReport } from "../backups/read-backups.ts";
import type { InstallationStatus } from "./read-status.ts";

/** One check of the installation: its value, and advice. */
export interface StatusCheck {
  readonly name: string;
  /** Current value, in a few words. */
  readonly value: string;
  /** Problem and advice, in a sentence or two; null if good. */
  readonly advice: string | null;
  /** Screen with the details or the remedy. */
  readonly screen: { readonly label: string; readonly path: string } | null;
}

const minute = 60_000;
/** Waiting time after which work for a worker is late. */
const tooLongMs = 10 * minute;

type QueueStatus = Pick<InstallationStatus, "at" | "queues" | "hasMailServer">;

/** Checks of the queues: email, payments, refunds and pictures. */
function checkQueues({ at, queues, hasMailServer }: QueueStatus): readonly StatusCheck[] {
  const isLate = ({ oldestAt }: QueueLength) => oldestAt !== null && at - oldestAt > tooLongMs;
  const waiting = (queue: QueueLength) => lengthInWords(queue, at);
  const failed = queues["failed-mail"].count;
  const refused = queues["given-up-refunds"].count;
  const broken = queues["failed-pictures"].count;
  return [
    {
      name: "Mail waiting",
      value: waiting(queues.mail),
      advice: mailAdvice(queues.mail.count > 0, isLate(queues.mail), hasMailServer),
      screen: { label: "See the waiting mail", path: "/outbox?state=waiting" },
    },
    {
      name: "Mail that failed",
      value: failed === 0 ? "None" : `${numberOf(queues["failed-mail"])} given up`,
      advice:
        failed === 0
          ? null
          : "These mails were given up and reached nobody. See why, correct the address or the mail server, and send them again.",
      screen: { label: "See the failed mail", path: "/outbox?state=failed" },
    },
    {
      name: "Payments to verify",
      value: waiting(queues.notifications),
      advice: isLate(queues.notifications)
        ? "The payment provider has not confirmed them yet. Nothing is lost, and it is asked again by itself. Look whether the provider reports a fault, and whether this server can reach it."
        : null,
      screen: { label: "See the payments", path: "/payments" },
    },
    {
      name: "Payments to decide about",
      value: waiting(queues.reviews),
      advice:
        queues.reviews.count === 0
          ? null
          : "Money may have arrived that counts for no order until somebody decides. Accept, link, refund or dismiss each.",
      screen: { label: "Decide about them", path: "/payments" },
    },
    {
      name: "Refunds",
      value: refused === 0 ? waiting(queues.refunds) : `${refused} unclear`,
      advice: refundAdvice(refused, isLate(queues.refunds)),
      screen: { label: "See the payments", path: "/payments" },
    },
    {
      name: "Pictures",
      value: broken === 0 ? waiting(queues.pictures) : `${broken} failed`,
      advice:
        broken === 0
          ? null
          : "Not all sizes of these pictures could be made, so pages show others of theirs. Upload them again, or replace them.",
      screen: { label: "See the pictures", path: "/media-library" },
    },
  ];
}

function mailAdvice(isWaiting: boolean, isLate: boolean, hasMailServer: boolean): string | null {
  if (!isWaiting) return null;
  if (!hasMailServer) {
    return "No mail server is set up, so nobody gets these mails. Start Furrow with SMTP_URL and MAIL_FROM, and they leave by themselves.";
  }
  if (!isLate) return null;
  return "The mail server has not taken them yet, and they are tried again by themselves. Open one to see what it answers, and test the mail.";
}

function refundAdvice(refused: number, isLate: boolean): string | null {
  if (refused > 0) {
    return "For days the provider did not say whether these refunds were done. Look at the provider, then ask for them again on the page of the order.";
  }
  if (!isLate) return null;
  return "The provider has not answered yet, and is asked again by itself, with the same key. Look whether it reports a fault.";
}

function numberOf({ count }: QueueLength): string {
  return count >= mostCounted ? `${mostCounted.toLocaleString("en-US")} or more` : `${count}`;
}

function lengthInWords(queue: QueueLength, now: number): string {
  if (queue.oldestAt === null) return "None";
  const first = queue.count === 1 ? "" : ", the first";
  return `${numberOf(queue)} waiting${first} for ${durationInWords(now - queue.oldestAt)}`;
}

const leastFreeBytes = 1_000_000_000;
const leastFreeShare = 0.05;
const mostMemoryShare = 0.8;
/** A backup is overdue after twice its interval. */
const latestBackups = 2;

/** All checks, the most important first. */
export function checkStatus(status: InstallationStatus): readonly StatusCheck[] {
  return [
    checkDatabase(status),
    checkDisk(status),
    checkBackups(status),
    ...checkQueues(status),
    checkProgram(status),
    checkMemory(status),
  ];
}

function checkDatabase({ database }: InstallationStatus): StatusCheck {
  const { engine, version, bytes, migrations } = database;
  return {
    name: "Database",
    value: `${engine} ${version}, ${bytesInWords(bytes)}, up to date with ${migrations} migrations`,
    advice: databaseAdvice(database),
    screen: null,
  };
}

function databaseAdvice({ isFull, damagedFile }: InstallationStatus["database"]): string | null {
  if (damagedFile !== null) return adviceOnDamage(damagedFile);
  return isFull
    ? "The last write found no room: nobody can order, write or sign in, and pages can only be read. Make room where the database lies. Furrow goes on by itself."
    : null;
}

function checkDisk({ disk }: InstallationStatus): StatusCheck {
  if (disk === null) {
    const value = "This system does not tell";
    return { name: "Free disk", value, advice: null, screen: null };
  }
  const { freeBytes, totalBytes } = disk;
  const isLow = freeBytes < leastFreeBytes || freeBytes < totalBytes * leastFreeShare;
  return {
    name: "Free disk",
    value: `${bytesInWords(freeBytes)} of ${bytesInWords(totalBytes)} where DATA_DIR lies`,
    advice: isLow
      ? "When the disk is full, nobody can order. Delete what is not needed there, or move DATA_DIR to a larger disk."
      : null,
    screen: null,
  };
}

function checkBackups({ backups, at }: InstallationStatus): StatusCheck {
  const { everyMs, lastGood, failure } = backups;
  const age = lastGood === null ? null : at - lastGood.at;
  return {
    name: "Last backup",
    value:
      lastGood === null || age === null
        ? "None yet"
        : `${durationInWords(age)} ago, ${bytesInWords(lastGood.bytes)}`,
    advice: backupAdvice(everyMs, age, failure),
    screen: null,
  };
}

function backupAdvice(
  everyMs: number | null,
  age: number | null,
  failure: BackupsReport["failure"],
): string | null {
  if (failure !== null) return `The last backup failed: ${failure.words}`;
  if (everyMs === null) {
    return "No backup is made by itself. Set BACKUP_EVERY, to 24h for one, and start Furrow again.";
  }
  if (age === null || age <= everyMs * latestBackups) return null;
  return `One is due each ${durationInWords(everyMs)}. Look into the log for why there was none, and make one by hand with npm run backup.`;
}

function checkProgram({ version, nodeVersion, upMs }: InstallationStatus): StatusCheck {
  return {
    name: "Furrow",
    value: `Version ${version} on Node ${nodeVersion}, up for ${durationInWords(upMs)}`,
    advice: null,
    screen: null,
  };
}

function checkMemory({ memory }: InstallationStatus): StatusCheck {
  const { usedBytes, mostBytes } = memory;
  const isHigh = usedBytes > mostBytes * mostMemoryShare;
  return {
    name: "Memory",
    value: `${bytesInWords(usedBytes)} of ${bytesInWords(mostBytes)}`,
    advice: isHigh
      ? "This process uses nearly all memory that it may have, and may be ended. Start it again, and give it more if this comes back."
      : null,
    screen: null,
  };
}
