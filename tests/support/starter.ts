import { once } from "node:events";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { seedContent } from "../../src/content/seed-content.ts";
import { migrations } from "../../src/migrations.ts";
import { type DatabaseAddress, openDatabase } from "../../src/platform/database.ts";
import { migrate } from "../../src/platform/migrations.ts";

type Step = "migrate" | "seed";

/**
 * Migrates or seeds a database from several threads at once, as processes that start at the same
 * moment do. Threads, because one that waits for SQLite's lock stands still.
 */
export async function startAtOnce(
  address: DatabaseAddress,
  step: Step,
  starters: number,
): Promise<void> {
  const threads = Array.from(
    { length: starters },
    () => new Worker(new URL(import.meta.url), { workerData: { address, step } }),
  );
  // Everything is loaded before anybody begins, so that they meet.
  await Promise.all(threads.map((thread) => once(thread, "message")));
  const ends = threads.map((thread) => once(thread, "exit"));
  for (const thread of threads) thread.postMessage("begin");
  await Promise.all(ends);
}

async function takeStep({ address, step }: { address: DatabaseAddress; step: Step }) {
  const database = openDatabase(address);
  if (step === "migrate") await migrate(database.libraryHandle, migrations);
  else await seedContent(database, Date.now);
  await database.close();
}

if (!isMainThread && parentPort !== null && workerData?.step !== undefined) {
  const begin = once(parentPort, "message");
  parentPort.postMessage("ready");
  await begin;
  await takeStep(workerData);
}
