import { chmod, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { settingsOf } from "../../tests/support/databases/address-of.ts";
import { describeOnEachDatabase } from "../../tests/support/databases/databases.ts";
import { copyMigratedFile } from "../../tests/support/databases/migrated-file.ts";
import { unprivilegedUser } from "../../tests/support/databases/postgres-programs.ts";
import { readConfiguration } from "../platform/configuration.ts";
import { type Database, openDatabase as open } from "../platform/database/database.ts";
import { unfinishedCopyTable } from "../platform/database/database-file.ts";
import { createLog } from "../platform/metrics/log.ts";
import { openPreparedDatabase } from "./open-database.ts";

let elsewhere: string;
beforeAll(async () => {
  elsewhere = await mkdtemp(join(tmpdir(), "furrow-prepared-"));
});
afterAll(() => rm(elsewhere, { recursive: true, force: true }));

describeOnEachDatabase("A database at the start", (openDatabase) => {
  async function startOn(database: Database, directory: string, now = Date.UTC(2026, 10, 20)) {
    const place = await settingsOf(database);
    const configuration = readConfiguration({ ...place, BACKUP_DIR: join(elsewhere, directory) });
    const log = createLog("silent");
    const opened = await openPreparedDatabase({ configuration, log, clock: () => now });
    await opened.close();
  }

  async function makeOlder({ libraryHandle }: Database): Promise<void> {
    await sql`drop table backup_schedule`.execute(libraryHandle);
    await sql`delete from kysely_migration where name = '0140-backup-schedule'`.execute(
      libraryHandle,
    );
  }

  test("is copied only before an upgrade, and only if it is an SQLite file", async () => {
    const database = await openDatabase();
    const directory = join(elsewhere, database.engine);
    await startOn(database, database.engine);
    expect(await readdir(directory).catch(() => [])).toEqual([]);
    await makeOlder(database);
    await startOn(database, database.engine);
    await database.read.selectFrom("backup_schedule").selectAll().executeTakeFirstOrThrow();
    const copies = await readdir(directory).catch(() => []);
    if (database.engine === "postgres") return expect(copies).toEqual([]);
    expect(copies).toEqual(["before-upgrade-2026-11-20T00-00-00-000Z.db"]);
    const copy = open({ engine: "sqlite", file: join(directory, copies[0] ?? "") });
    await expect(sql`select * from backup_schedule`.execute(copy.read)).rejects.toThrow();
    expect(await copy.read.selectFrom("order_counter").selectAll().execute()).toHaveLength(1);
    await copy.close();
  });

  test("is not upgraded if it cannot be copied first", async () => {
    const database = await openDatabase();
    if (database.engine === "postgres") return;
    await makeOlder(database);
    await writeFile(join(elsewhere, "taken"), "");
    await expect(startOn(database, "taken")).rejects.toThrow("cannot be made or written");
    await expect(sql`select * from backup_schedule`.execute(database.read)).rejects.toThrow();
  });

  test("is refused if it contains an incomplete copy of a site", async () => {
    const database = await openDatabase();
    await sql`create table ${sql.table(unfinishedCopyTable)} (name text)`.execute(
      database.libraryHandle,
    );
    await expect(startOn(database, "part")).rejects.toThrow("the copy is incomplete");
  });
});

test("a read-only database is refused with a message", async () => {
  const directory = await mkdtemp(join(elsewhere, "readable-"));
  await chmod(elsewhere, 0o755);
  await chmod(directory, 0o777);
  const file = join(directory, "furrow.db");
  copyMigratedFile(file);
  await chmod(file, 0o444);
  const configuration = readConfiguration({ DATA_DIR: directory });
  const log = createLog("silent");
  // Root can write to every file, so the test runs as another user.
  const user = unprivilegedUser();
  if (user !== undefined) process.seteuid?.(user.uid);
  try {
    await expect(openPreparedDatabase({ configuration, log, clock: Date.now })).rejects.toThrow(
      `The database at ${file} cannot be opened: attempt to write a readonly database`,
    );
  } finally {
    if (user !== undefined) process.seteuid?.(0);
  }
});
