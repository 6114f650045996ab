import { sql } from "kysely";
import { expect, test } from "vitest";
import { migrations } from "#server/migrations.ts";
import { addressOf, emptyAddress } from "../../../tests/support/databases/address-of.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { dieInMigration } from "../../../tests/support/databases/dying-migration.ts";
import { startAtOnce } from "../../../tests/support/databases/starter.ts";
import { StartError } from "../errors.ts";
import { openDatabase } from "./database.ts";
import { type Migrations, migrate } from "./migrations.ts";

describeOnEachDatabase("The migrations", (openTestDatabase) => {
  test("run once when several processes start", async () => {
    const address = await emptyAddress(await openTestDatabase());
    await startAtOnce(address, "migrate");
    const database = openDatabase(address);
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(
      database.read,
    );
    expect(rows.map(({ name }) => name).sort()).toEqual(Object.keys(migrations).sort());
    await migrate(database.libraryHandle, migrations);
    expect(await database.read.selectFrom("content_records").selectAll().execute()).toEqual([]);
    await database.close();
  });

  test("refuse a database that a newer version has written, and change nothing", async () => {
    const database = await openTestDatabase();
    await sql`insert into kysely_migration (name, timestamp) values ('9999-hovercraft', 'later')`.execute(
      database.libraryHandle,
    );
    const ours: Migrations = {
      ...migrations,
      "9998-barn": { up: (db) => db.schema.createTable("barn").addColumn("id", "text").execute() },
    };
    const refused = await migrate(database.libraryHandle, ours).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(StartError);
    expect((refused as StartError).message).toMatch(/newer version of Furrow.*"9999-hovercraft"/);
    await expect(sql`select * from barn`.execute(database.read)).rejects.toThrow(/barn/);
  });

  test("run on an existing database even if their numbers are below the numbers of applied migrations", async () => {
    const database = await openTestDatabase();
    const later: Migrations = {
      ...migrations,
      "0001-shed": { up: (db) => db.schema.createTable("shed").addColumn("id", "text").execute() },
    };
    await migrate(database.libraryHandle, later);
    await expect(sql`select * from shed`.execute(database.read)).resolves.toMatchObject({
      rows: [],
    });
  });

  test("change nothing when their process is killed, and run again at the next start", async () => {
    const address = await emptyAddress(await openTestDatabase());
    await dieInMigration(address);
    const database = openDatabase(address);
    await expect(sql`select * from barn`.execute(database.read)).rejects.toThrow(/barn/);
    await migrate(database.libraryHandle, migrations);
    expect(await database.read.selectFrom("content_records").selectAll().execute()).toEqual([]);
    await database.close();
  });

  test("change nothing when a migration fails, and give the reason", async () => {
    const database = await openTestDatabase();
    const broken: Migrations = {
      ...migrations,
      "9990-barn": {
        async up(db) {
          await db.schema.createTable("barn").addColumn("id", "text").execute();
          await sql`insert into no_such_table values (1)`.execute(db);
        },
      },
    };
    const failed = await migrate(database.libraryHandle, broken).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(StartError);
    expect((failed as StartError).message).toContain("no_such_table");
    await expect(sql`select * from barn`.execute(database.read)).rejects.toThrow(/barn/);
    const again = openDatabase(await addressOf(database));
    await migrate(again.libraryHandle, migrations);
    await again.close();
  });
});

test("every migration's name begins with a unique number", () => {
  const numbers = Object.keys(migrations).map((name) => /^(\d{4})-[a-z-]+$/.exec(name)?.[1]);
  expect(numbers).not.toContain(undefined);
  expect(new Set(numbers).size).toBe(numbers.length);
});
