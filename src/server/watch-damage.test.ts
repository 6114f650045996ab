import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { capturedLog } from "../../tests/support/captured-log.ts";
import { damageTable } from "../../tests/support/databases/damage-file.ts";
import { copyMigratedFile } from "../../tests/support/databases/migrated-file.ts";
import { readConfiguration } from "../platform/configuration.ts";
import { type Database, openDatabase } from "../platform/database/database.ts";
import { checkedAtStart, watchDamage } from "./watch-damage.ts";

let directory: string;
let file: string;
let database: Database;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "furrow-watched-"));
  file = join(directory, "furrow.db");
  copyMigratedFile(file);
});
afterEach(async () => {
  await database.close();
  rmSync(directory, { recursive: true });
});

async function watch() {
  database = openDatabase({ engine: "sqlite", file });
  const { log, entries } = capturedLog();
  const configuration = readConfiguration({ DATA_DIR: directory });
  const { signal: stopping } = new AbortController();
  await watchDamage({ configuration, database, log, stopping }, undefined);
  return () => entries().map(({ msg }) => msg);
}

test("damage is logged once, with the file's name and advice", async () => {
  damageTable(file, "messages");
  const told = await watch();
  expect(told()).toEqual([]);
  const read = () => database.read.selectFrom("messages").selectAll().execute();
  await expect(read()).rejects.toThrow();
  await expect(read()).rejects.toThrow();
  expect(told()).toEqual([expect.stringMatching(`^${file} is damaged.*npm run restore`)]);
});

test("a database file that is too large to be checked at the start is checked in a thread", async () => {
  const growing = openDatabase({ engine: "sqlite", file });
  await growing.write((tx) =>
    sql`insert into rate_limits values (${"x".repeat(checkedAtStart)}, 1, 1)`.execute(tx),
  );
  await growing.close();
  expect(await watch().then((told) => told())).toEqual([]);
  expect(database.isDamaged()).toBe(false);
  await database.close();
  damageTable(file, "messages");
  const told = await watch();
  expect(told()).toContainEqual(expect.stringContaining(`${file} is damaged`));
  expect(database.isDamaged()).toBe(true);
});
