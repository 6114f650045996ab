import { sql } from "kysely";
import { AppError } from "../errors.ts";
import type { Database } from "./database.ts";
import { refusalOf } from "./database-faults.ts";

/** Time limit of the check: a load balancer gives up after a few seconds. */
const answeringMs = 3000;

/** The running check of each database. Simultaneous callers share this check. */
const checks = new WeakMap<Database, Promise<void>>();

/**
 * Throws when the database does not answer within `withinMs`, when the file is known to be damaged,
 * or when the disk is still full after a failed write.
 */
export async function checkReady(database: Database, withinMs = answeringMs): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error("The database does not answer.")), withinMs);
  try {
    await Promise.race([checkOnce(database), late]);
  } finally {
    clearTimeout(timer);
  }
}

function checkOnce(database: Database): Promise<void> {
  const running = checks.get(database);
  if (running !== undefined) return running;
  const started = check(database).finally(() => checks.delete(database));
  checks.set(database, started);
  // If the check fails after all callers have timed out, nobody handles the rejection, and an
  // unhandled rejection would end the process.
  started.catch(() => {});
  return started;
}

async function check(database: Database): Promise<void> {
  if (database.isDamaged()) {
    throw new AppError("unavailable", "The database is damaged. The log says what to do.");
  }
  await sql`select 1`.execute(database.read);
  if (await database.isFull()) throw refusalOf("full");
}
