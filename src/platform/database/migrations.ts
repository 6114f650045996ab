import { type Kysely, sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import { StartError } from "../errors.ts";

/** A module's migrations by name. Names sort in the order in which they run, across modules. */
export type Migrations = Readonly<Record<string, Migration>>;

/**
 * Brings the database up to date, whoever starts first; the others wait for Kysely's lock.
 * Throws a StartError when the database was written by a newer version of the program.
 */
// biome-ignore lint/suspicious/noExplicitAny: Kysely's migrator works on a database of any schema
export async function migrate(db: Kysely<any>, migrations: Migrations): Promise<void> {
  await refuseNewerDatabase(db, migrations);
  const migrator = new Migrator({
    // Modules number their own: one that gets a new table has names before those of others.
    allowUnorderedMigrations: true,
    db,
    provider: { getMigrations: async () => ({ ...migrations }) },
  });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) {
    throw new StartError(
      `The database could not be brought up to date: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    );
  }
}

// biome-ignore lint/suspicious/noExplicitAny: as above
async function refuseNewerDatabase(db: Kysely<any>, migrations: Migrations): Promise<void> {
  const unknown = (await appliedMigrations(db)).filter((name) => !(name in migrations));
  if (unknown.length > 0) {
    throw new StartError(
      `The database was written by a newer version of Furrow (it has the change "${unknown[0]}", which this version does not know). Start the newer version, or restore a backup from before the upgrade.`,
    );
  }
}

/**
 * For whoever only reads: throws a StartError unless this version of the program, and no other, has
 * brought the database up to date.
 */
export async function requireMigrated(
  // biome-ignore lint/suspicious/noExplicitAny: as above
  db: Kysely<any>,
  migrations: Migrations,
): Promise<void> {
  await refuseNewerDatabase(db, migrations);
  const missing = await missingMigrations(db, migrations);
  if (missing.length > 0) {
    throw new StartError(
      `The database is not up to date (the change "${missing[0]}" is missing). Start Furrow once first, which brings it there.`,
    );
  }
}

/**
 * Whether a database that is in use already is to be changed for this version of the program. Throws
 * a StartError when a newer version wrote it.
 */
export async function needsUpgrade(
  // biome-ignore lint/suspicious/noExplicitAny: as above
  db: Kysely<any>,
  migrations: Migrations,
): Promise<boolean> {
  await refuseNewerDatabase(db, migrations);
  const missing = await missingMigrations(db, migrations);
  return missing.length > 0 && missing.length < Object.keys(migrations).length;
}

// biome-ignore lint/suspicious/noExplicitAny: as above
async function missingMigrations(db: Kysely<any>, migrations: Migrations): Promise<string[]> {
  const done = await appliedMigrations(db);
  return Object.keys(migrations).filter((name) => !done.includes(name));
}

/** None of a database that is empty. */
// biome-ignore lint/suspicious/noExplicitAny: as above
async function appliedMigrations(db: Kysely<any>): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some((table) => table.name === "kysely_migration")) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows.map((row) => row.name);
}
