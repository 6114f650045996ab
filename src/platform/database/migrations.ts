import { type Kysely, sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import { StartError } from "../errors.ts";

/** Migrations of a module by name. Migrations of all modules run in the order of their names. */
export type Migrations = Readonly<Record<string, Migration>>;

/**
 * Brings the database up to date. The process that starts first migrates; other processes wait for
 * Kysely's lock. Throws a StartError when a newer version of Furrow wrote the database.
 */
// biome-ignore lint/suspicious/noExplicitAny: Kysely's migrator works on a database of any schema
export async function migrate(db: Kysely<any>, migrations: Migrations): Promise<void> {
  await refuseNewerDatabase(db, migrations);
  const migrator = new Migrator({
    // Each module numbers its own migrations, so a new migration may sort before applied ones.
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
 * Throws a StartError unless exactly the migrations of this version of Furrow were applied. For
 * commands that only read and must not migrate.
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
 * Whether a database in use lacks migrations of this version of Furrow. Throws a StartError when a
 * newer version wrote the database.
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
  const applied = await appliedMigrations(db);
  return Object.keys(migrations).filter((name) => !applied.includes(name));
}

/** Names of the applied migrations; none in an empty database. */
// biome-ignore lint/suspicious/noExplicitAny: as above
async function appliedMigrations(db: Kysely<any>): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some((table) => table.name === "kysely_migration")) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows.map((row) => row.name);
}
