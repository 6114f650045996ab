import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { checkReady } from "./check-ready.ts";
import { type Database, openDatabase, type Queries } from "./database.ts";

const bytesOfPage = 4096;
const insert = (queries: Queries, pages: number) =>
  sql`insert into texts values (${"x".repeat(pages * bytesOfPage)})`.execute(queries);

test.each<[string, (database: Database, pages: number) => Promise<unknown>]>([
  ["a write", (database, pages) => database.write((tx) => insert(tx, pages))],
  ["a sign-in", ({ libraryHandle }, pages) => insert(libraryHandle, pages)],
])(
  "after %s that found the disk full, a database is not ready until there is room, though a smaller write still fits",
  async (_, write) => {
    const directory = mkdtempSync(join(tmpdir(), "furrow-room-"));
    const database = openDatabase({ engine: "sqlite", file: join(directory, "furrow.db") });
    const setMostPages = (pages: number) =>
      sql.raw(`pragma max_page_count = ${pages}`).execute(database.libraryHandle);
    await sql`create table texts (text text)`.execute(database.libraryHandle);
    await setMostPages(100);

    await checkReady(database);
    await expect(write(database, 100)).rejects.toThrow("full");
    await expect(checkReady(database)).rejects.toThrow("The server’s disk is full");
    await database.write((tx) => insert(tx, 10));
    expect(await database.isFull()).toBe(true);
    await expect(checkReady(database)).rejects.toThrow("The server’s disk is full");

    await setMostPages(1000);
    await checkReady(database);
    expect(await database.isFull()).toBe(false);
    await database.close();
    rmSync(directory, { recursive: true });
  },
);
