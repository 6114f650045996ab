import { sql } from "kysely";
import { expect, test } from "vitest";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { prepareAccountTables } from "./authentication-tables.server.ts";

describeStore("The tables of accounts", (openDatabase) => {
  test("are migrated at a start only after a change of better-auth's version or settings", async () => {
    const database = await openDatabase();
    await prepareAccountTables(database);
    const isThere = async () => {
      const tables = await database.read.introspection.getTables();
      return tables.some(({ name }) => name === "verification");
    };
    await sql`drop table verification`.execute(database.libraryHandle);
    await prepareAccountTables(database);
    expect(await isThere()).toBe(false);
    await database.write((tx) =>
      tx.updateTable("account_tables").set({ made_by: "an older version" }).execute(),
    );
    await prepareAccountTables(database);
    expect(await isThere()).toBe(true);
  });
});
