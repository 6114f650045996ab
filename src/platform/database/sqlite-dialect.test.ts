import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { Kysely, sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { NodeSqliteDialect } from "./sqlite-dialect.ts";

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "furrow-dialect-"));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const open = (file: string) =>
  new Kysely<object>({ dialect: new NodeSqliteDialect({ file, readOnly: false }) });

/** Program of a thread that locks a new database file until 200 ms after `isOpening` is set. */
const holder = `
  const { parentPort, workerData } = require("node:worker_threads");
  const { DatabaseSync } = require("node:sqlite");
  const { file, isOpening } = workerData;
  const database = new DatabaseSync(file);
  database.exec("create table field (id text); begin immediate; insert into field values ('a')");
  parentPort.postMessage("held");
  Atomics.wait(isOpening, 0, 0);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  database.exec("commit");
  database.close();
`;

test("opening a file waits for another process that is setting up the file", async () => {
  const file = join(directory, "furrow.db");
  const isOpening = new Int32Array(new SharedArrayBuffer(4));
  const other = new Worker(holder, { eval: true, workerData: { file, isOpening } });
  const ended = once(other, "exit");
  await once(other, "message");
  const database = open(file);
  Atomics.store(isOpening, 0, 1);
  Atomics.notify(isOpening, 0);
  const { rows } = await sql`select id from field`.execute(database);
  expect(rows).toEqual([{ id: "a" }]);
  await database.destroy();
  await ended;
});

test("commits are synced to disk, and foreign keys are enforced", async () => {
  const database = open(join(directory, "furrow.db"));
  const setting = async (name: string) => {
    const { rows } = await sql<Record<string, unknown>>`pragma ${sql.raw(name)}`.execute(database);
    return rows[0]?.[name];
  };
  expect(await setting("journal_mode")).toBe("wal");
  expect(await setting("synchronous")).toBe(2);
  expect(await setting("foreign_keys")).toBe(1);
  await database.destroy();
});

test("values of every type are read back unchanged", async () => {
  const database = open(join(directory, "furrow.db"));
  const values = ["", "🌾 '; --", 0, -1, Number.MAX_SAFE_INTEGER, 0.5, null];
  for (const value of values) {
    const { rows } = await sql<{ value: unknown }>`select ${value} as value`.execute(database);
    expect(rows).toEqual([{ value }]);
  }
  const { rows } = await sql`select ${true} as yes, ${undefined} as missing`.execute(database);
  expect(rows).toEqual([{ yes: 1, missing: null }]);
  await database.destroy();
});
