import { sql } from "kysely";
import { expect, test } from "vitest";
import { visitor } from "#policy/actor.ts";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import {
  openAccess,
  registered,
  registeredAdmin,
  verified,
} from "../../../tests/support/rights/access.ts";

const minute = 60 * 1000;
const hour = 60 * minute;
const day = 24 * hour;

describeStore("A signed-in account", (openDatabase) => {
  test("stays signed in while the session cannot be renewed because the disk is full", async () => {
    const database = await openDatabase();
    const access = await openAccess(database);
    const { now, actor } = await registered(access, "ada@example.com");
    const handle = database.libraryHandle;
    const soon = new Date(Date.now() + 29 * day).toISOString();
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

  test("has the Admin role only while the role is stored and the address is verified", async () => {
    const access = await openAccess(await openDatabase());
    const owner = await registeredAdmin(access, "owner@example.com");
    const { accountId } = owner.actor;
    await access.database.write((tx) =>
      tx.updateTable("user").set({ emailVerified: false }).where("id", "=", accountId).execute(),
    );
    expect(await owner.now()).toMatchObject({ kind: "customer" });
    await verified(access, accountId);
    expect(await owner.now()).toMatchObject({ kind: "admin" });
    await access.database.write((tx) =>
      tx.updateTable("user_records").set({ user_role: "Other" }).execute(),
    );
    expect(await owner.now()).toMatchObject({ kind: "customer" });
    await access.database.write((tx) =>
      tx.updateTable("user_records").set({ user_role: "Admin" }).execute(),
    );
    expect(await owner.now()).toMatchObject({ kind: "admin" });
    await access.database.write((tx) => tx.deleteFrom("user_records").execute());
    expect(await owner.now()).toMatchObject({ kind: "customer" });
  });

  test("is a visitor when the session has been deleted or has expired, or the account has been deleted", async () => {
    const access = await openAccess(await openDatabase());
    const { database } = access;
    const people = [];
    for (const name of ["ada", "ben", "eve"])
      people.push(await registered(access, `${name}@example.com`));
    const [ada, ben, eve] = people;
    await database.write((tx) =>
      tx
        .deleteFrom("session")
        .where("userId", "=", ada?.actor.accountId ?? "")
        .execute(),
    );
    expect(await ada?.now()).toEqual(visitor);
    const over = new Date(Date.now() - 1).toISOString();
    await sql`update session set "expiresAt" = ${over} where "userId" = ${ben?.actor.accountId}`.execute(
      database.libraryHandle,
    );
    expect(await ben?.now()).toEqual(visitor);
    const { internalAdapter } = await access.authentication.$context;
    await internalAdapter.deleteUser(eve?.actor.accountId ?? "");
    expect(await eve?.now()).toEqual(visitor);
  });

  test("has its session renewed when the last renewal was more than an hour ago", async () => {
    const { database, ...access } = await openAccess(await openDatabase());
    const { now, actor } = await registered({ database, ...access }, "ada@example.com");
    const endsIn = async () => {
      const { expiresAt } = await database.read
        .selectFrom("session")
        .select("expiresAt")
        .executeTakeFirstOrThrow();
      return new Date(expiresAt).getTime() - Date.now();
    };
    const setTo = (ms: number) =>
      sql`update session set "expiresAt" = ${new Date(Date.now() + ms).toISOString()}`.execute(
        database.libraryHandle,
      );
    await setTo(30 * day - 58 * minute);
    expect(await now()).toEqual(actor);
    expect(await endsIn()).toBeLessThan(30 * day - 57 * minute);
    await setTo(30 * day - 62 * minute);
    expect(await now()).toEqual(actor);
    expect(await endsIn()).toBeGreaterThan(30 * day - minute);
  });
});
