import { adviceOnDamage } from "../../platform/database/database-file.ts";
import { bytesInWords, durationInWords } from "../../platform/metrics/amounts-in-words.ts";
import type { BackupsReport } from "../backups/read-backups.ts";
import { checkQueues } from "./check-queues.ts";
import type { InstallationStatus } from "./read-status.ts";
import type { StatusCheck } from "./status-check.ts";

const leastFreeBytes = 1_000_000_000;
const leastFreeShare = 0.05;
const mostMemoryShare = 0.8;
/** A backup that is late by as much again has most likely failed. */
const latestBackups = 2;

/** Each thing that is looked after, in the order in which its failure hurts. */
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
