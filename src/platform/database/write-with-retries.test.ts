import { sql } from "kysely";
import { afterAll, test as base, expect, inject, vi } from "vitest";
import { addressOf } from "../../../tests/support/databases/address-of.ts";
import { openLossyPostgres } from "../../../tests/support/databases/lossy-postgres.ts";
import { postgresDatabases } from "../../../tests/support/databases/postgres-databases.ts";
import { openDatabase } from "./database.ts";

// These tests need PostgreSQL: an SQLite file has no connection that could be lost.
const postgresUrl = inject("postgresUrl");
const test = base.skipIf(postgresUrl === null);
const databases = postgresDatabases(postgresUrl ?? "");
afterAll(() => databases.remove());

/** A table without a key, so that a repeated write adds a second row. */
async function openEffects() {
  const direct = await databases.open();
  await sql`create table effects (id text)`.execute(direct.libraryHandle);
  const address = await addressOf(direct);
  return {
    url: address.engine === "postgres" ? address.url : "",
    count: async () => {
      const { rows } = await sql<{ effects: number }>`
        select count(*) as effects from effects`.execute(direct.read);
      return rows[0]?.effects;
    },
  };
}

test("a write whose connection is lost before its commit is repeated, and has one effect", async () => {
  const { url, count } = await openEffects();
  const database = openDatabase({ engine: "postgres", url });
  let attempts = 0;
  await database.write(async (tx) => {
    attempts += 1;
    await sql`insert into effects values ('a')`.execute(tx);
    if (attempts === 1) await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx);
  });
  expect(attempts).toBe(2);
  expect(await count()).toBe(1);
  await database.close();
});

test("a commit without a response is not repeated, and the caller gets an error", async () => {
  const { url, count } = await openEffects();
  const lossy = await openLossyPostgres(url);
  const database = openDatabase({ engine: "postgres", url: lossy.url });
  lossy.loseCommits = 1;
  const writing = database.write((tx) => sql`insert into effects values ('a')`.execute(tx));
  await expect(writing).rejects.toMatchObject({
    code: "unavailable",
    message: expect.stringContaining("the result is unknown"),
  });
  expect(await count()).toBe(1);
  await database.close();
  await lossy.close();
});

test("an unreachable database is reported after a few seconds of retries", async () => {
  const database = openDatabase({ engine: "postgres", url: "postgres://x@127.0.0.1:9/furrow" });
  let now = 0;
  const clock = vi.spyOn(Date, "now").mockImplementation(() => {
    now += 1000;
    return now;
  });
  const writing = database.write((tx) => sql`select 1`.execute(tx));
  await expect(writing).rejects.toMatchObject({ code: "unavailable", retryAfterSeconds: 5 });
  clock.mockRestore();
  expect(await database.isFull()).toBe(false);
  await database.close();
});
