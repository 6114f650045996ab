import { sql } from "kysely";
import { AppError } from "../errors.ts";
import type { Database, WriteTransaction } from "./database.ts";

/**
 * Time limit of the check. A load balancer gives up after a few seconds, so a later answer would be
 * useless.
 */
const answeringMs = 3000;

/** Checks in progress, which simultaneous callers share. */
const checks = new WeakMap<Database, Promise<void>>();

/**
 * Resolves when the database can be read, is not known to be damaged, and, if the disk was full at the
 * last write, can be written again. Throws otherwise, and without an answer within `withinMs`.
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
  // The caller may have given up before the check fails.
  started.catch(() => {});
  return started;
}

async function check(database: Database): Promise<void> {
  if (database.isDamaged()) {
    throw new AppError("unavailable", "The database is damaged. The log says what to do.");
  }
  await sql`select 1`.execute(database.read);
  if (database.isFull()) await database.write(takeRoom);
}

/** Writes more than fits into the free pages of the file, and removes it again. */
async function takeRoom(tx: WriteTransaction): Promise<void> {
  await sql`create table room_probe (filling text)`.execute(tx);
  await sql`insert into room_probe values (${"x".repeat(64 * 1024)})`.execute(tx);
  await sql`drop table room_probe`.execute(tx);
}
