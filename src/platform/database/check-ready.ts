import { sql } from "kysely";
import { AppError } from "../errors.ts";
import type { Database } from "./database.ts";

/** Whoever asks, such as a load balancer, gives up after a few seconds, and would learn nothing. */
const answeringMs = 3000;

/** The looks that are under way: whoever asks meanwhile waits for the same one, however many ask. */
const looks = new WeakMap<Database, Promise<void>>();

/**
 * Resolves when the database can be read, is whole as far as is known, and can be written again where
 * the last write found no room. Throws otherwise, and when it has not answered within `withinMs`.
 */
export async function checkReady(database: Database, withinMs = answeringMs): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error("The database does not answer.")), withinMs);
  try {
    await Promise.race([lookOnce(database), late]);
  } finally {
    clearTimeout(timer);
  }
}

function lookOnce(database: Database): Promise<void> {
  const underWay = looks.get(database);
  if (underWay !== undefined) return underWay;
  const beginning = look(database).finally(() => looks.delete(database));
  looks.set(database, beginning);
  // Whoever began it may have gone by then.
  beginning.catch(() => {});
  return beginning;
}

async function look(database: Database): Promise<void> {
  if (database.isDamaged()) {
    throw new AppError("unavailable", "The database is damaged. The log says what to do.");
  }
  await sql`select 1`.execute(database.read);
  if (database.isFull()) await database.write(takeRoom);
}

/** More than what is free by chance; nothing of it stays. */
async function takeRoom(tx: Parameters<Parameters<Database["write"]>[0]>[0]): Promise<void> {
  await sql`create table room_probe (filling text)`.execute(tx);
  await sql`insert into room_probe values (${"x".repeat(64 * 1024)})`.execute(tx);
  await sql`drop table room_probe`.execute(tx);
}
