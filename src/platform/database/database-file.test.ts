import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { damageTable } from "../../../tests/support/databases/damage-file.ts";
import { copyMigratedFile } from "../../../tests/support/databases/migrated-file.ts";
import { checkReady } from "./check-ready.ts";
import { type Database, openDatabase } from "./database.ts";
import type { DatabaseFault } from "./database-faults.ts";
import { DamagedFileError, hasDatabaseFile, refuseDamagedFile } from "./database-file.ts";

let directory: string;
let file: string;
let database: Database | undefined;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "furrow-damaged-"));
  file = join(directory, "furrow.db");
  copyMigratedFile(file);
});
afterEach(async () => {
  await database?.close();
  database = undefined;
  rmSync(directory, { recursive: true });
});

const readMessages = ({ read }: Database) => read.selectFrom("messages").selectAll().execute();
const forget = (to: Database) => to.write((tx) => tx.deleteFrom("subscribers").execute());

test("a consistent file is accepted", () => {
  expect(() => refuseDamagedFile(file)).not.toThrow();
});

test("a damaged file is refused with its name and advice", () => {
  damageTable(file, "messages");
  expect(() => refuseDamagedFile(file)).toThrow(DamagedFileError);
  expect(() => refuseDamagedFile(file)).toThrow(
    new RegExp(
      `^The database at ${file} cannot be opened: it is damaged \\(.+\\).*npm run restore`,
    ),
  );
});

test("an empty file and no file are no database", () => {
  expect(hasDatabaseFile(file)).toBe(true);
  writeFileSync(file, "");
  expect(hasDatabaseFile(file)).toBe(false);
  expect(hasDatabaseFile(join(directory, "none"))).toBe(false);
  expect(hasDatabaseFile(directory)).toBe(true);
});

test("a database refuses writes and is not ready after a read has found damage", async () => {
  damageTable(file, "messages");
  database = openDatabase({ engine: "sqlite", file });
  const faults: DatabaseFault[] = [];
  database.onFault((fault) => faults.push(fault));
  await forget(database);
  await checkReady(database);
  await expect(readMessages(database)).rejects.toThrow("malformed");
  expect(faults).toEqual(["damaged"]);
  expect(database.isDamaged()).toBe(true);
  await expect(forget(database)).rejects.toMatchObject({
    code: "unavailable",
    message: expect.stringMatching(/^The database of this site is damaged/),
  });
  await expect(checkReady(database)).rejects.toThrow("The database is damaged");
});

test("a write that finds damage fails with a message about the damage", async () => {
  damageTable(file, "messages");
  database = openDatabase({ engine: "sqlite", file });
  const failing = database.write(async (tx) => {
    await tx.deleteFrom("messages").execute();
  });
  await expect(failing).rejects.toThrow("The database of this site is damaged");
  expect(database.isDamaged()).toBe(true);
});
