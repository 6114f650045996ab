import { expect, test } from "vitest";
import type { Database } from "#platform/database/database.ts";
import { type Actor, visitor } from "#policy/actor.ts";
import { auditEntries } from "../../../../tests/support/databases/audit-entries.ts";
import { describeStore } from "../../../../tests/support/databases/databases.ts";
import { deleteAllExpired } from "../../../../tests/support/databases/delete-expired.ts";
import {
  openAccess,
  registered,
  registeredAdmin,
} from "../../../../tests/support/rights/access.ts";
import { deleteAccountOnRequest } from "../delete-account.ts";
import { exportAccount } from "../export-account.ts";
import {
  addCustomerNote,
  changeCustomerNote,
  listCustomerNotes,
  listRemovedNotes,
  removeCustomerNote,
  restoreCustomerNote,
} from "./customer-notes.ts";

async function open(database: Database) {
  const access = await openAccess(database);
  const time = { now: Date.UTC(2026, 10, 20, 12) };
  const deps = { database, clock: () => time.now };
  const owner = (await registeredAdmin(access, "owner@example.com")).actor;
  const ada = (await registered(access, "ada@example.com")).actor;
  const { accountId } = ada;
  return {
    access,
    deps,
    time,
    owner,
    ada,
    accountId,
    add: (note: unknown, actor: Actor = owner, account = accountId) =>
      addCustomerNote(deps, actor, account, { note }),
    change: (input: object, actor: Actor = owner, account = accountId) =>
      changeCustomerNote(deps, actor, account, input),
    remove: (id: string, actor: Actor = owner, account = accountId) =>
      removeCustomerNote(deps, actor, account, { id }),
    restore: (id: string, actor: Actor = owner, account = accountId) =>
      restoreCustomerNote(deps, actor, account, { id }),
    list: (actor: Actor = owner) => listCustomerNotes(deps, actor, accountId),
  };
}

describeStore("A note on a customer", (openDatabase) => {
  test("can be added, changed and removed, and shows the author and time of each change", async () => {
    const { add, change, remove, list, time } = await open(await openDatabase());
    await add("  Prefers mornings\r\nand email ");
    time.now += 1000;
    await add("Second");
    const [second, first] = await list();
    expect(second).toMatchObject({ note: "Second", changed: null });
    expect(first).toMatchObject({
      note: "Prefers mornings\nand email",
      author: "owner@example.com",
      createdAt: time.now - 1000,
    });
    time.now += 1000;
    const { id = "", version } = first ?? {};
    await change({ id, note: "Prefers evenings", version });
    expect(await list()).toMatchObject([
      { note: "Second" },
      {
        id,
        note: "Prefers evenings",
        createdAt: time.now - 2000,
        changed: { by: "owner@example.com", at: time.now },
      },
    ]);
    await remove(id);
    expect((await list()).map(({ note }) => note)).toEqual(["Second"]);
    await expect(remove(id)).rejects.toMatchObject({ code: "not-found" });
  });

  test("can be restored from the trash for 30 days, and is then deleted", async () => {
    const { access, deps, time, owner, add, change, remove, restore, list } = await open(
      await openDatabase(),
    );
    await add("Kept");
    await add("Prefers mornings");
    const [{ id = "", version = 0 } = {}] = await list();
    await expect(restore(id)).rejects.toMatchObject({ code: "not-found" });
    const removed = () => listRemovedNotes(deps, owner, 10);
    const dayMs = 24 * 60 * 60 * 1000;
    await remove(id);
    await expect(change({ id, note: "x", version })).rejects.toMatchObject({ code: "not-found" });
    expect(await removed()).toMatchObject([
      { id, email: "ada@example.com", note: "Prefers mornings", removedAt: time.now },
    ]);
    expect(await listRemovedNotes(deps, owner, 0)).toEqual([]);
    time.now += 29 * dayMs;
    await deleteAllExpired(deps);
    await restore(id);
    expect(await list()).toMatchObject([{ id, version }, { note: "Kept" }]);
    expect(await removed()).toEqual([]);
    const { actor: ben } = await registered(access, "ben@example.com");
    await expect(listRemovedNotes(deps, ben, 10)).rejects.toMatchObject({ code: "forbidden" });

    await remove(id);
    time.now += 30 * dayMs;
    await deleteAllExpired(deps);
    await expect(restore(id)).rejects.toMatchObject({ code: "not-found" });
    expect(await removed()).toEqual([]);
    expect(await list()).toMatchObject([{ note: "Kept" }]);
  });

  test("is not overwritten by an admin who has not seen its last change", async () => {
    const { add, change, list } = await open(await openDatabase());
    await add("Original");
    const [{ id = "", version = 0 } = {}] = await list();
    // The version must increase with this change, although the clock stands still.
    await change({ id, note: "Mine", version });
    await expect(change({ id, note: "Theirs", version: String(version) })).rejects.toMatchObject({
      code: "conflict",
      issues: [{ path: "note", message: expect.stringContaining("“Mine”") }],
    });
    // A repeated submit of the same text changes nothing and throws no error.
    await change({ id, note: "Mine", version });
    expect(await list()).toMatchObject([{ note: "Mine" }]);
  });

  test("is refused to customers and visitors, belongs to one account and must have text", async () => {
    const scene = await open(await openDatabase());
    const { access, add, change, remove, restore, list, ada } = scene;
    await add("Secret");
    const [{ id = "", version = 0 } = {}] = await list();
    for (const [actor, code] of [
      [ada, "forbidden"],
      [visitor, "unauthenticated"],
    ] as const) {
      for (const asking of [
        add("mine", actor),
        change({ id, note: "mine", version }, actor),
        remove(id, actor),
        restore(id, actor),
        list(actor),
      ]) {
        await expect(asking).rejects.toMatchObject({ code });
      }
    }
    const ben = (await registered(access, "ben@example.com")).actor;
    for (const account of [ben.accountId, "unknown", "a\u0000b"]) {
      const removing = remove(id, scene.owner, account);
      await expect(removing).rejects.toMatchObject({ code: "not-found" });
      const changing = change({ id, note: "x", version }, scene.owner, account);
      await expect(changing).rejects.toMatchObject({ code: "not-found" });
    }
    await expect(add("x", scene.owner, "unknown")).rejects.toMatchObject({ code: "not-found" });
    for (const wrong of ["", "  \r\n ", 7, "x".repeat(5001), "a\u0000b"]) {
      await expect(add(wrong)).rejects.toMatchObject({
        code: "invalid",
        issues: [{ path: "note" }],
      });
    }
    expect(await list()).toMatchObject([{ id, note: "Secret" }]);
  });

  test("gets audit entries without its text", async () => {
    const { deps, add, change, remove, list } = await open(await openDatabase());
    await add("Owes a favour");
    const [{ id = "", version = 0 } = {}] = await list();
    await change({ id, note: "Owes nothing", version });
    await change({ id, note: "Owes nothing", version });
    await remove(id);
    const entries = await auditEntries(deps.database);
    expect(entries.map(({ action }) => action)).toEqual([
      "Add customer note",
      "Change customer note",
      "Remove customer note",
    ]);
    expect(JSON.stringify(entries)).not.toContain("Owes");
  });

  test("is in the export of the account, and is deleted with the account", async () => {
    const { access, deps, owner, ada, accountId, add, list } = await open(await openDatabase());
    await add("Prefers mornings");
    const { text } = await exportAccount(access, ada, accountId);
    let file = "";
    for await (const part of text) file += part;
    expect(JSON.parse(file).notes).toEqual([
      { note: "Prefers mornings", at: "2026-11-20T12:00:00.000Z" },
    ]);
    const confirmation = "ada@example.com";
    await deleteAccountOnRequest(access, owner, accountId, { confirmation });
    expect(await list()).toEqual([]);
    const left = await deps.database.read.selectFrom("customer_notes").selectAll().execute();
    expect(left).toEqual([]);
    await expect(add("too late")).rejects.toMatchObject({ code: "not-found" });
  });
});
