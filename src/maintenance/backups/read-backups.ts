import { resolve } from "node:path";
import type { Configuration } from "#platform/configuration.ts";
import type { Database } from "#platform/database/database.ts";
import type { Actor } from "#policy/actor.ts";
import { requireRight } from "#policy/rights.ts";
import { type BackupPlan, readBackupPlan } from "#settings/stored-settings.server.ts";
import { readCopies } from "../backup-copies/copy-schedule.ts";
import { type BackupFile, listBackupFiles } from "./backup-files.ts";
import { readSchedule } from "./scheduled-backups.ts";

export interface BackupsReport extends BackupPlan {
  readonly directory: string;
  /** Last good scheduled backup that any process made. */
  readonly lastGood: { readonly at: number; readonly file: string; readonly bytes: number } | null;
  /** Last attempt, if it failed; `words` is a message for an admin. */
  readonly failure: { readonly at: number; readonly words: string } | null;
  /** Copies in the bucket of BACKUP_URL; null without it. */
  readonly copies: CopiesReport | null;
  /** Backups of all kinds in the backup directory of this process, oldest first. */
  readonly files: readonly BackupFile[];
}

export interface CopiesReport {
  readonly bucket: string;
  /** Last copy that arrived. */
  readonly last: { readonly at: number; readonly bytes: number } | null;
  readonly failure: { readonly at: number; readonly words: string } | null;
  /** Last restore of a copy in a test. */
  readonly testedAt: number | null;
  /** Start of the last good backup that has no copy; null when all have one. */
  readonly waitingSince: number | null;
}

async function readCopiesReport(
  configuration: Configuration,
  database: Database,
  goodAt: number | null,
): Promise<CopiesReport | null> {
  const { backupCopies } = configuration;
  if (backupCopies === undefined) return null;
  const row = await readCopies(database.read);
  const { arrived_at, bytes, failed_at, failure, backup_at } = row;
  return {
    bucket: backupCopies.bucket.name,
    last: arrived_at === null ? null : { at: arrived_at, bytes: bytes ?? 0 },
    failure: failed_at === null ? null : { at: failed_at, words: failure ?? "" },
    testedAt: row.tested_at,
    waitingSince: goodAt !== null && goodAt > (backup_at ?? 0) ? goodAt : null,
  };
}

/** Throws "unauthenticated" and "forbidden". */
export async function readBackups(
  {
    database,
    configuration,
  }: { readonly database: Database; readonly configuration: Configuration },
  actor: Actor,
): Promise<BackupsReport> {
  requireRight(actor, "see backups");
  const directory = resolve(configuration.backupDirectory);
  const { good_at, file, bytes, failed_at, failure } = await readSchedule(database.read);
  return {
    ...(await readBackupPlan(configuration, database.read)),
    directory,
    lastGood: good_at === null ? null : { at: good_at, file: file ?? "", bytes: bytes ?? 0 },
    failure: failed_at === null ? null : { at: failed_at, words: failure ?? "" },
    copies: await readCopiesReport(configuration, database, good_at),
    files: listBackupFiles(directory),
  };
}
