import { resolve } from "node:path";
import type { Configuration } from "../../platform/configuration.ts";
import type { Database } from "../../platform/database/database.ts";
import type { Actor } from "../../policy/actor.ts";
import { requireRight } from "../../policy/rights.ts";
import { type BackupFile, listBackupFiles } from "./backup-files.ts";
import { readSchedule } from "./backup-schedule.server.ts";

export interface BackupsReport {
  /** How long after one the next is made; null when the server makes none by itself. */
  readonly everyMs: number | null;
  /** How many scheduled ones stay. */
  readonly keep: number;
  readonly directory: string;
  /** The last scheduled one that is good, whichever process made it. */
  readonly lastGood: { readonly at: number; readonly file: string; readonly bytes: number } | null;
  /** The last attempt, when it failed; the words are for an admin. */
  readonly failure: { readonly at: number; readonly words: string } | null;
  /** What lies in this process's directory, oldest first, made by hand or before upgrades too. */
  readonly files: readonly BackupFile[];
}

/** How it stands with backups. Throws "unauthenticated" and "forbidden". */
export async function readBackups(
  {
    database,
    configuration,
  }: { readonly database: Database; readonly configuration: Configuration },
  actor: Actor,
): Promise<BackupsReport> {
  requireRight(actor, "see backups");
  const { backupEveryMs, backupKeep } = configuration;
  const directory = resolve(configuration.backupDirectory);
  const { good_at, file, bytes, failed_at, failure } = await readSchedule(database.read);
  return {
    everyMs: backupEveryMs ?? null,
    keep: backupKeep,
    directory,
    lastGood: good_at === null ? null : { at: good_at, file: file ?? "", bytes: bytes ?? 0 },
    failure: failed_at === null ? null : { at: failed_at, words: failure ?? "" },
    files: listBackupFiles(directory),
  };
}
