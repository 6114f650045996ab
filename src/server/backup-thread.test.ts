import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { copyMigratedFile } from "../../tests/support/databases/migrated-file.ts";
import { openDatabase } from "../platform/database/database.ts";
import { backUpInThread, testRestoreInThread } from "./backup-thread.ts";
import { prepareDatabase } from "./open-database.ts";

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "furrow-thread-"));
  copyMigratedFile(join(directory, "furrow.db"));
  const database = openDatabase({ engine: "sqlite", file: join(directory, "furrow.db") });
  await prepareDatabase(database);
  // Inserts enough rows to keep the check of the backup running until the test stops the thread.
  await database.write((tx) =>
    sql`insert into rate_limits with recursive numbered (number) as
      (select 1 union all select number + 1 from numbered where number < 100000)
      select number, 1, 1 from numbered`.execute(tx),
  );
  await database.close();
});
afterAll(() => rm(directory, { recursive: true, force: true }));

const optionsFor = (name: string, file = "furrow.db") => ({
  address: { engine: "sqlite", file: join(directory, file) } as const,
  secret: null,
  directory: join(directory, name),
  kind: "scheduled" as const,
  now: Date.UTC(2026, 10, 20),
});
const unstopped = new AbortController().signal;

test("threads make a backup and test its restore, or return the reason of a failure, and leave no other files", async () => {
  const { file, tables, rows } = await backUpInThread(optionsFor("one"), unstopped);
  expect(file).toBe(join(directory, "one", "scheduled-2026-11-20T00-00-00-000Z.db"));
  expect(tables).toBeGreaterThan(30);
  expect(await readdir(join(directory, "one"))).toHaveLength(1);
  const failing = backUpInThread(optionsFor("two", "none.db"), unstopped);
  await expect(failing).rejects.toThrow("unable to open database file");
  expect(await readdir(join(directory, "two"))).toEqual([]);

  const options = { dataDirectory: directory, secret: "a secret of the site", bucket: undefined };
  const good = await testRestoreInThread({ ...options, file }, unstopped);
  expect(good).toEqual({ rows, notes: [] });
  const bytes = await readFile(file);
  bytes.fill(7, bytes.length / 2, bytes.length / 2 + 20_000);
  await writeFile(file, bytes);
  const bad = testRestoreInThread({ ...options, file }, unstopped);
  await expect(bad).rejects.toThrow("is damaged");
  const left = (await readdir(directory)).filter((name) => name.startsWith("restoring-"));
  expect(left).toEqual([]);
});

test("a stopped backup thread leaves no files", async () => {
  const stopping = new AbortController();
  const stopped = backUpInThread(optionsFor("three"), stopping.signal);
  stopped.catch(() => {});
  const there = () => readdir(join(directory, "three")).catch(() => []);
  while ((await there()).length === 0) await sleep(5);
  stopping.abort();
  await expect(stopped).rejects.toThrow("The backup was interrupted.");
  expect(await there()).toEqual([]);
});
