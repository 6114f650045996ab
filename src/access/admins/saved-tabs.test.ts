import { expect, test } from "vitest";
import { auditEntries } from "../../../tests/support/databases/audit-entries.ts";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { ada, owner } from "../../../tests/support/orders/shop.ts";
import { listSavedTabs, removeTab, renameTab, saveTab } from "./saved-tabs.ts";

const tab = { list: "/total-orders", name: "Big ones", query: "sort=amount-high" };

describeStore("Saved tabs of a list", (openDatabase) => {
  test("can be saved, renamed and removed, each with an audit entry", async () => {
    const shop = { database: await openDatabase(), clock: () => 1 };
    const saved = await saveTab(shop, owner, tab);
    await saveTab(shop, owner, { ...tab, list: "/outbox" });
    const tabs = () => listSavedTabs(shop, owner, "/total-orders");
    expect(await tabs()).toEqual([{ id: saved.id, name: "Big ones", query: tab.query }]);
    await renameTab(shop, owner, saved.id, { name: " Large " });
    expect(await tabs()).toMatchObject([{ name: "Large", query: tab.query }]);
    expect(await removeTab(shop, owner, saved.id)).toEqual({ ...tab, name: "Large" });
    expect(await tabs()).toEqual([]);
    const actions = (await auditEntries(shop.database)).map(({ action }) => action);
    expect(actions).toEqual(["Save tab", "Save tab", "Rename tab", "Remove tab"]);
  });

  test("have unique names, and a list has at most 20 tabs", async () => {
    const shop = { database: await openDatabase(), clock: () => 1 };
    const first = await saveTab(shop, owner, tab);
    const conflict = { code: "conflict" };
    await expect(saveTab(shop, owner, tab)).rejects.toMatchObject(conflict);
    await saveTab(shop, owner, { ...tab, name: "Other" });
    const renaming = renameTab(shop, owner, first.id, { name: "Other" });
    await expect(renaming).rejects.toMatchObject(conflict);
    await renameTab(shop, owner, first.id, { name: "Big ones" });
    for (let count = 2; count < 20; count++) {
      await saveTab(shop, owner, { ...tab, name: `Tab ${count}` });
    }
    await expect(saveTab(shop, owner, { ...tab, name: "Last" })).rejects.toMatchObject(conflict);
  });

  test("are refused to customers, and must be valid", async () => {
    const shop = { database: await openDatabase(), clock: () => 1 };
    const forbidden = { code: "forbidden" };
    await expect(listSavedTabs(shop, ada, "/people")).rejects.toMatchObject(forbidden);
    await expect(saveTab(shop, ada, tab)).rejects.toMatchObject(forbidden);
    await expect(renameTab(shop, ada, "any", tab)).rejects.toMatchObject(forbidden);
    await expect(removeTab(shop, ada, "any")).rejects.toMatchObject(forbidden);
    for (const wrong of [null, { ...tab, list: "/admin" }, { ...tab, name: " " }, { name: "x" }]) {
      await expect(saveTab(shop, owner, wrong)).rejects.toMatchObject({ code: "invalid" });
    }
    for (const id of ["any", "a\u0000"]) {
      await expect(removeTab(shop, owner, id)).rejects.toMatchObject({ code: "not-found" });
    }
  });
});
