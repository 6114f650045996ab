import { sql } from "kysely";
import { expect, test, vi } from "vitest";
import { visitor } from "#policy/actor.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import {
  openAccess,
  registered,
  registeredAdmin,
  verified,
} from "../../../tests/support/rights/access.ts";

const minute = 60 * 1000;
const day = 24 * 60 * minute;

describeOnEachDatabase("The session lookup", (openDatabase) => {
  async function open() {
    const access = await openAccess(await openDatabase());
    const asked = vi.spyOn(access.authentication.api, "getSession");
    return { access, asked };
  }

  test("finds customers and admins without calling better-auth", async () => {
    const { access, asked } = await open();
    const ada = await registered(access, "ada@example.com");
    const owner = await registeredAdmin(access, "Owner@Example.com");
    asked.mockClear();
    expect(await ada.now()).toEqual({ ...ada.actor, kind: "customer", email: "ada@example.com" });
    expect(await owner.now()).toMatchObject({ kind: "admin", email: "owner@example.com" });
    expect(asked).not.toHaveBeenCalled();
  });

  test("returns the Admin role only while the role is stored and the address is verified", async () => {
    const { access } = await open();
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

  test("finds no session that has been deleted, has expired or belongs to a deleted account", async () => {
    const { access } = await open();
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

  test("leaves a session older than an hour to better-auth, which renews it", async () => {
    const { access, asked } = await open();
    const { database } = access;
    const { now, actor } = await registered(access, "ada@example.com");
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
    asked.mockClear();
    expect(await now()).toEqual(actor);
    expect(asked).not.toHaveBeenCalled();
    await setTo(30 * day - 62 * minute);
    expect(await now()).toEqual(actor);
    expect(asked).toHaveBeenCalled();
    expect(await endsIn()).toBeGreaterThan(30 * day - minute);
  });
});
