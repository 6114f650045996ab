import { once } from "node:events";
import { isMainThread, Worker, workerData } from "node:worker_threads";
import { sql } from "kysely";
import { seedContent } from "#content/records/seed-content.ts";
import { type DatabaseAddress, openDatabase } from "#platform/database/database.ts";
import { migrate } from "#platform/database/migrations.ts";
import { migrations } from "#server/migrations.ts";

interface Start {
  readonly address: DatabaseAddress;
  readonly step: "migrate" | "seed";
  /** Number of threads that have not reached the gate yet. */
  readonly gate: Int32Array;
}

const starters = 2;

/**
 * Migrates or seeds a database from several threads at once, like processes that start at the same
 * moment. Uses threads, because waiting for SQLite's lock blocks the thread.
 */
export async function startAtOnce(address: DatabaseAddress, step: Start["step"]): Promise<void> {
  const gate = new Int32Array(new SharedArrayBuffer(4));
  gate[0] = starters;
  const start: Start = { address, step, gate };
  const threads = Array.from(
    { length: starters },
    () => new Worker(new URL(import.meta.url), { workerData: start }),
  );
  await Promise.all(threads.map((thread) => once(thread, "exit")));
}

async function takeStep({ address, step, gate }: Start): Promise<void> {
  const database = openDatabase(address);
  if (step === "migrate") {
    await meet(gate);
    await migrate(database.libraryHandle, migrations);
  } else {
    // Runs a query before the gate, because the first query of a connection is slow.
    await sql`select 1`.execute(database.libraryHandle);
    await meet(gate);
    await seedContent(database, Date.now);
  }
  await database.close();
}

async function meet(gate: Int32Array): Promise<void> {
  Atomics.sub(gate, 0, 1);
  while (Atomics.load(gate, 0) > 0) await new Promise(setImmediate);
}

if (!isMainThread && workerData?.gate !== undefined) await takeStep(workerData);
