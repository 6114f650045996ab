import { sql } from "kysely";
import type { Database } from "./database.ts";

/**
 * Resolves when the database can be read and, where the last write found no room, written again.
 * Throws otherwise.
 */
export async function checkReady(database: Database): Promise<void> {
  await sql`select 1`.execute(database.read);
  if (database.isFull()) await database.write(takeRoom);
}

/** More than what is free by chance; nothing of it stays. */
async function takeRoom(tx: Parameters<Parameters<Database["write"]>[0]>[0]): Promise<void> {
  await sql`create table room_probe (filling text)`.execute(tx);
  await sql`insert into room_probe values (${"x".repeat(64 * 1024)})`.execute(tx);
  await sql`drop table room_probe`.execute(tx);
}
