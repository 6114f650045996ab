import { sql } from "kysely";
import { afterAll, test as base, beforeAll, expect, inject } from "vitest";
import { addressOf } from "../../../tests/support/databases/address-of.ts";
import { postgresDatabases } from "../../../tests/support/databases/postgres-databases.ts";
import {
  openSilentPostgres,
  type SilentPostgres,
} from "../../../tests/support/databases/silent-postgres.ts";
import { scaled } from "../../../tests/support/time-limits.ts";
import { waitFor } from "../../../tests/support/wait-for.ts";
import { checkReady } from "./check-ready.ts";
import { type Database, openDatabase } from "./database.ts";
import type { DatabaseTimeouts } from "./postgres-pool.ts";

// These tests need PostgreSQL: an SQLite file has no connections that could fall silent.
const postgresUrl = inject("postgresUrl");
const test = base.skipIf(postgresUrl === null);
const databases = postgresDatabases(postgresUrl ?? "");

const quick: DatabaseTimeouts = { statementMs: 60_000, silenceMs: scaled(1500) };

let proxy: SilentPostgres;
const opened: Database[] = [];
beforeAll(async () => {
  if (postgresUrl === null) return;
  const address = await addressOf(await databases.open());
  proxy = await openSilentPostgres(address.engine === "postgres" ? address.url : "");
});
afterAll(async () => {
  for (const database of opened) await database.close();
  await proxy?.close();
  await databases.remove();
});

function open(timeouts = quick): Database {
  const database = openDatabase({ engine: "postgres", url: proxy.url }, timeouts);
  opened.push(database);
  return database;
}

const readOnce = ({ read }: Database) => read.selectFrom("orders").select("id").execute();
const writeOnce = (database: Database) =>
  database.write((tx) => tx.deleteFrom("subscribers").execute());

const readManyTimes = (database: Database) =>
  Promise.all(Array.from({ length: 5 }, () => readOnce(database)));

test("a silent connection and all idle connections are replaced", async () => {
  const database = open();
  await readManyTimes(database);
  proxy.silence();
  await expect(readOnce(database)).rejects.toThrow("said nothing for");
  // If another connection were silent, this read would fail like the first one.
  expect(await readManyTimes(database)).toEqual([[], [], [], [], []]);
});

test("a write on a silent connection is repeated on another connection", async () => {
  const database = open();
  await writeOnce(database);
  proxy.silence();
  await writeOnce(database);
});

test("the readiness check responds in time while the database is silent", async () => {
  const database = open();
  await checkReady(database);
  proxy.silence();
  const answers = await Promise.allSettled([checkReady(database, 200), checkReady(database, 200)]);
  expect(answers.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  await waitFor(() => checkReady(database));
});

test("the server cancels a statement that exceeds the time limit", async () => {
  const database = open({ statementMs: 500, silenceMs: 60_000 });
  const working = sql`select pg_sleep(20)`.execute(database.read);
  await expect(working).rejects.toThrow("statement timeout");
  expect(await readOnce(database)).toEqual([]);
});

test("an abandoned transaction releases its locks", async () => {
  const database = open();
  const left = database.libraryHandle.transaction().execute(async (tx) => {
    await sql`lock table subscribers`.execute(tx);
    proxy.silence();
    await sql`select 1`.execute(tx);
  });
  await expect(left).rejects.toThrow();
  await waitFor(() => writeOnce(database));
});
