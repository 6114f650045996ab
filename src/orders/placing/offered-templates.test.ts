import { expect, test } from "vitest";
import { designTemplates } from "#content/blocks/design-templates.ts";
import { insertRecord } from "#content/records/record-writes.server.ts";
import { system, visitor } from "#policy/actor.ts";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { ada, ben, openShop, orderForm, owner } from "../../../tests/support/orders/shop.ts";
import { expectRefused } from "../../../tests/support/refusals.ts";
import { offeredTemplates } from "./offered-templates.ts";
import { placeOrder } from "./place-order.ts";

describeStore("Design templates", (openDatabase) => {
  test("are open to every account if marked Free, and only to admins and accounts with a Paid order if marked Paid", async () => {
    const shop = await openShop(await openDatabase());
    const { database } = shop;
    await database.write(async (tx) => {
      for (const template of designTemplates.seed) {
        await insertRecord(tx, designTemplates, template, { actor: system, author: "test", at: 0 });
      }
    });
    const offeredTo = async (actor: typeof ada) => {
      const { templates, withheld } = await offeredTemplates(shop, actor);
      return [...new Set(templates.map(({ freeOrPaid }) => freeOrPaid)), withheld];
    };
    const order = await placeOrder(shop, ada, orderForm);
    expect(await offeredTo(ada)).toEqual(["Free", 3]);
    const becomes = (status: "Paid" | "Refunded") =>
      database.write((tx) =>
        tx
          .updateTable("orders")
          .set({ payment_status: status, paid_at: 1 })
          .where("id", "=", order.id)
          .execute(),
      );
    await becomes("Paid");
    expect(await offeredTo(ada)).toEqual(["Free", "Paid", 0]);
    expect(await offeredTo(ben)).toEqual(["Free", 3]);
    expect(await offeredTo(owner)).toEqual(["Free", "Paid", 0]);
    await becomes("Refunded");
    expect(await offeredTo(ada)).toEqual(["Free", 3]);
    await expectRefused("unauthenticated", offeredTemplates(shop, visitor));
  });

  test("are not offered while a pattern of the plain set stands for them", async () => {
    const shop = await openShop(await openDatabase());
    const canvaLink = "/patterns/rings-square.svg";
    await shop.database.write(async (tx) => {
      for (const template of designTemplates.seed) {
        const plain = { ...template, canvaLink };
        await insertRecord(tx, designTemplates, plain, { actor: system, author: "test", at: 0 });
      }
    });
    expect(await offeredTemplates(shop, ada)).toEqual({ templates: [], withheld: 0 });
  });
});
