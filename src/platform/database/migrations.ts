import { type Kysely, sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import { reasonOf, StartError } from "../errors.ts";
import type { Database } from "./database.ts";
import { hasTable } from "./database-file.ts";

/**
 * Migrations by name. Kysely runs them in the order of their names.
 */
export type Migrations = Readonly<Record<string, Migration>>;

// biome-ignore lint/suspicious/noExplicitAny: migrations work on a database of any schema
type AnyDatabase = Kysely<any>;

/**
 * Applies all missing migrations. When several processes start at once, one process migrates and
 * the other processes wait for Kysely's lock. Throws a StartError when a newer version of Furrow
 * wrote the database.
 */
export async function migrate(db: AnyDatabase, migrations: Migrations): Promise<void> {
  const missing = await missingMigrations(db, migrations);
  // Kysely's migrator reads every column of every table before it finds that nothing is missing.
  if (missing.length === 0) return;
  const migrator = new Migrator({
    // A migration that was written beside another can sort before it and be published after it.
    allowUnorderedMigrations: true,
    db,
    provider: { getMigrations: async () => ({ ...migrations }) },
  });
  const { error: cause } = await migrator.migrateToLatest();
  if (cause === undefined) return;
  throw new StartError(`The database could not be brought up to date: ${reasonOf(cause)}`, {
    cause,
  });
}

/**
 * Throws a StartError unless exactly the migrations of this version of Furrow were applied. For
 * commands that only read and must not migrate.
 */
export async function requireMigrated(db: AnyDatabase, migrations: Migrations): Promise<void> {
  const [missing] = await missingMigrations(db, migrations);
  if (missing === undefined) return;
  throw new StartError(
    `The database is not up to date (the change "${missing}" is missing). Start Furrow once first, which brings it there.`,
  );
}

/**
 * Whether a database that is not empty lacks migrations of this version of Furrow. Throws a
 * StartError when a newer version wrote the database.
 */
export async function needsUpgrade(db: AnyDatabase, migrations: Migrations): Promise<boolean> {
  const missing = await missingMigrations(db, migrations);
  return missing.length > 0 && missing.length < Object.keys(migrations).length;
}

/**
 * Names of the migrations that a database lacks. An empty database lacks all migrations. Throws a
 * StartError when a newer version of Furrow has migrated the database.
 */
async function missingMigrations(db: AnyDatabase, migrations: Migrations): Promise<string[]> {
  const { rows } = (await hasTable(db, "kysely_migration"))
    ? await sql<{ name: string }>`select name from kysely_migration`.execute(db)
    : { rows: [] };
  const applied = new Set(rows.map((row) => row.name));
  const [unknown] = [...applied].filter((name) => !(name in migrations));
  if (unknown !== undefined) {
    throw new StartError(
      `The database was written by a newer version of Furrow (it has the change "${unknown}", which this version does not know). Start the newer version, or restore a backup from before the upgrade.`,
    );
  }
  return Object.keys(migrations).filter((name) => !applied.has(name));
}

/** Key of the advisory lock: an arbitrary number that no other lock in the database uses. */
const startLock = 70_187_769;

/**
 * Runs `work` in one process at a time. SQLite needs no lock, because only one process uses the
 * file.
 */
export async function holdingStartLock<T>(database: Database, work: () => Promise<T>): Promise<T> {
  if (database.engine === "sqlite") return work();
  return database.libraryHandle.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${startLock})`.execute(connection);
    try {
      return await work();
    } finally {
      await sql`select pg_advisory_unlock(${startLock})`.execute(connection);
    }
  });
}
