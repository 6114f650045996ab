import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type DatabaseAddress, type Engine, openDatabase } from "#platform/database/database.ts";
import { migrate } from "#platform/database/migrations.ts";
import { migrations } from "#server/migrations.ts";
import { startPostgresCluster } from "../support/databases/postgres-cluster.ts";

interface MigratedDatabase {
  readonly address: DatabaseAddress;
  remove(): Promise<void>;
}

/** A new migrated database outside of Vitest; null if the machine lacks the engine. */
export async function migratedDatabase(engine: Engine): Promise<MigratedDatabase | null> {
  const empty = engine === "sqlite" ? await emptyFile() : await emptyCluster();
  if (empty === null) return null;
  await migrateAt(empty.address);
  return empty;
}

export async function migrateAt(address: DatabaseAddress): Promise<void> {
  const database = openDatabase(address);
  await migrate(database.libraryHandle, migrations);
  await database.close();
}

async function emptyFile(): Promise<MigratedDatabase> {
  const directory = await mkdtemp(join(tmpdir(), "furrow-killed-"));
  return {
    address: { engine: "sqlite", file: join(directory, "furrow.db") },
    remove: () => rm(directory, { recursive: true, force: true }),
  };
}

/** With autovacuum, as in every installation, because queues leave many dead rows behind. */
const busy = ["fsync=off", "synchronous_commit=off", "jit=off", "autovacuum_naptime=5s"];

async function emptyCluster(): Promise<MigratedDatabase | null> {
  const cluster = await startPostgresCluster(busy);
  if (cluster === null) return null;
  return {
    address: { engine: "postgres", url: cluster.urlOf("postgres") },
    remove: () => cluster.stop(),
  };
}
