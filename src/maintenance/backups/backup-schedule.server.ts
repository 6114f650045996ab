import type { Database, Queries } from "../../platform/database/database.ts";
import type { Migrations } from "../../platform/database/migrations.ts";

/** One row: whose turn it is to make a backup, and what came of the last ones. */
interface BackupScheduleTable {
  id: number;
  /** Until when one process makes it, or all rest after a failure. */
  claimed_until: number;
  /** When the last good one was begun. */
  good_at: number | null;
  file: string | null;
  bytes: number | null;
  /** When the last attempt failed, unless a good one came after it. */
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

/** Longer than a process lives on without renewing it. */
export const claimMs = 5 * 60 * 1000;
const longestRestMs = 60 * 60 * 1000;

/** Of all processes that ask, one gets it, when a backup is due. */
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

/** For as long as it takes. */
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

/** The next attempt comes after a rest, and sooner than the next backup would be due. */
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

/** Nobody makes it any more: whoever comes next may. */
export async function releaseClaim(database: Database): Promise<void> {
  await database.write((tx) =>
    tx.updateTable("backup_schedule").set({ claimed_until: 0 }).execute(),
  );
}

export async function readSchedule(queries: Queries): Promise<BackupScheduleTable> {
  return queries.selectFrom("backup_schedule").selectAll().executeTakeFirstOrThrow();
}
