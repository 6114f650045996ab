import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { type DatabaseAddress, openDatabase } from "#platform/database/database.ts";
import { migrate } from "#platform/database/migrations.ts";
import { migrations } from "#server/migrations.ts";
import { provideMigratedFile } from "./migrated-file.ts";
import { administrate, databasePlaceholder, postgresTemplate } from "./postgres-administration.ts";
import { startPostgresCluster } from "./postgres-cluster.ts";

declare module "vitest" {
  interface ProvidedContext {
    /**
     * Address of the run's PostgreSQL with `DATABASE` as the database name; null without
     * PostgreSQL.
     */
    postgresUrl: string | null;
  }
}

/**
 * Vitest calls this once per run. Migrates one database for each engine; each test works on a copy.
 */
export default async function provideDatabases(project: TestProject) {
  const directory = await mkdtemp(join(tmpdir(), "furrow-template-"));
  const file = join(directory, "furrow.db");
  await makeMigrated({ engine: "sqlite", file });
  // As the program makes it; a command says when it has to make a file private.
  await chmod(file, 0o600);
  provideMigratedFile(file);

  const isLeftOut = Boolean(process.env.WITHOUT_POSTGRES);
  const cluster = isLeftOut ? null : await startPostgresCluster();
  project.provide("postgresUrl", cluster?.urlOf(databasePlaceholder) ?? null);
  if (isLeftOut) console.log("PostgreSQL is left out: `npm test` runs its store tests.");
  else if (cluster === null)
    console.log("PostgreSQL is not on this machine: its store tests are skipped.");
  if (cluster !== null) await makePostgresTemplate(cluster.urlOf);

  return async () => {
    await cluster?.stop();
    await rm(directory, { recursive: true, force: true });
  };
}

async function makePostgresTemplate(urlOf: (database: string) => string): Promise<void> {
  await administrate(urlOf("postgres"), `create database ${postgresTemplate}`);
  await makeMigrated({ engine: "postgres", url: urlOf(postgresTemplate) });
}

async function makeMigrated(address: DatabaseAddress): Promise<void> {
  const database = openDatabase(address);
  await migrate(database.libraryHandle, migrations);
  // Tests name orders by their place: order 1, order 2.
  await database.write((tx) => tx.updateTable("order_counter").set({ first_number: 1 }).execute());
  await database.close();
}
