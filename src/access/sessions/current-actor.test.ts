import { sql } from "kysely";
import { expect, test } from "vitest";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { openAccess, registered } from "../../../tests/support/rights/access.ts";

const hour = 60 * 60 * 1000;

describeOnEachDatabase("A signed-in account", (openDatabase) => {
  test("stays signed in while the session cannot be renewed because the disk is full", async () => {
    const database = await openDatabase();
    const access = await openAccess(database);
    const { now, actor } = await registered(access, "ada@example.com");
    const handle = database.libraryHandle;
    const soon = new Date(Date.now() + 29 * 24 * hour).toISOString();
    await sql`update session set "expiresAt" = ${soon}`.execute(handle);
    if (database.engine === "sqlite") {
      await sql`create trigger full_disk before update on session
        begin select raise(abort, 'no room'); end`.execute(handle);
    } else {
      await sql`create function full_disk() returns trigger language plpgsql
        as $$ begin raise sqlstate '53100'; end $$`.execute(handle);
      await sql`create trigger full_disk before update on session
        for each row execute function full_disk()`.execute(handle);
    }
    expect(await now()).toEqual(actor);
    await sql`drop table session`.execute(handle);
    await expect(now()).rejects.toMatchObject({ code: "unavailable" });
  });
});
