import type { Database, Queries } from "../../platform/database/database.ts";
import type { Migrations } from "../../platform/database/migrations.ts";

/** One row: the lease of the next backup and the results of the last ones. */
interface BackupScheduleTable {
  id: number;
  /** End of the lease of one process, or of the pause after a failure. */
  claimed_until: number;
  /** Start of the last good backup. */
  good_at: number | null;
  file: string | null;
  bytes: number | null;
  /** Time of a failed attempt after the last good backup. */
  failed_at: number | null;
  failure: string | null;
}

declare module "../../platform/database/tables.ts" {
  interface Tables {
    backup_schedule: BackupScheduleTable;
  }
}

export const backupMigrations: Migrations = {
  "0140-backup-schedule": {
    async up(db) {
      await db.schema
        .createTable("backup_schedule")
        .addColumn("id", "integer", (column) => column.primaryKey().notNull())
        .addColumn("claimed_until", "bigint", (column) => column.notNull())
        .addColumn("good_at", "bigint")
        .addColumn("file", "text")
        .addColumn("bytes", "bigint")
        .addColumn("failed_at", "bigint")
        .addColumn("failure", "text")
        .execute();
      await db.insertInto("backup_schedule").values({ id: 1, claimed_until: 0 }).execute();
    },
  },
};

/** Lease in milliseconds; a living process renews it earlier. */
export const claimMs = 5 * 60 * 1000;
const longestRestMs = 60 * 60 * 1000;

/** Whether a claim may succeed; a claim is a write, which the worker must not try every time. */
export async function isBackupDue(
  { read }: Database,
  now: number,
  everyMs: number,
): Promise<boolean> {
  const { claimed_until, good_at } = await readSchedule(read);
  return claimed_until <= now && (good_at === null || good_at <= now - everyMs);
}

/** Claims a due backup for one of all processes. */
export async function claimBackup(
  database: Database,
  now: number,
  everyMs: number,
): Promise<boolean> {
  return database.write(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable("backup_schedule")
      .set({ claimed_until: now + claimMs })
      .where("claimed_until", "<=", now)
      .where((where) =>
        where.or([where("good_at", "is", null), where("good_at", "<=", now - everyMs)]),
      )
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  });
}

/** Renews the lease while the backup is made. */
export async function renewClaim(database: Database, now: number): Promise<void> {
  await database.write((tx) =>
    tx
      .updateTable("backup_schedule")
      .set({ claimed_until: now + claimMs })
      .execute(),
  );
}

export async function noteGoodBackup(
  database: Database,
  good: { readonly startedAt: number; readonly file: string; readonly bytes: number },
): Promise<void> {
  const { startedAt: good_at, file, bytes } = good;
  await database.write((tx) =>
    tx
      .updateTable("backup_schedule")
      .set({ claimed_until: 0, good_at, file, bytes, failed_at: null, failure: null })
      .execute(),
  );
}

/** Records a failure; the next attempt comes after a pause, before the next backup would be due. */
export async function noteFailedBackup(
  database: Database,
  failed: { readonly now: number; readonly failure: string; readonly everyMs: number },
): Promise<void> {
  const { now, failure, everyMs } = failed;
  const claimed_until = now + Math.min(longestRestMs, everyMs);
  await database.write((tx) =>
    tx.updateTable("backup_schedule").set({ claimed_until, failed_at: now, failure }).execute(),
  );
}

/** Releases the lease, so that another process may claim the backup. */
export async function releaseClaim(database: Database): Promise<void> {
  await database.write((tx) =>
    tx.updateTable("backup_schedule").set({ claimed_until: 0 }).execute(),
  );
}

export async function readSchedule(queries: Queries): Promise<BackupScheduleTable> {
  return queries.selectFrom("backup_schedule").selectAll().executeTakeFirstOrThrow();
}
