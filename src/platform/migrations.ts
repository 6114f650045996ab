import { type Kysely, sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import { StartError } from "./errors.ts";

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
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some((table) => table.name === "kysely_migration")) return;
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  const unknown = rows.map((row) => row.name).filter((name) => !(name in migrations));
  if (unknown.length > 0) {
    throw new StartError(
      `The database was written by a newer version of Furrow (it has the change "${unknown[0]}", which this version does not know). Start the newer version, or restore a backup from before the upgrade.`,
    );
  }
}
