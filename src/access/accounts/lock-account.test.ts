import { expect, test } from "vitest";
import { placeOrder } from "#orders/placing/place-order.ts";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { openShop, orderForm } from "../../../tests/support/orders/shop.ts";
import { goodPassword, openAccess, registered } from "../../../tests/support/rights/access.ts";
import { lockActorAccount } from "./accounts.server.ts";
import { deleteOwnAccount } from "./delete-account.ts";

const sure = { password: goodPassword, understood: "yes" };

describeStore("An account deleted during an order", (openDatabase) => {
  async function customer() {
    const database = await openDatabase();
    const access = await openAccess(database);
    const shop = { ...(await openShop(database)), lockActorAccount };
    const { actor, headers } = await registered(access, "ada@example.com");
    return {
      order: (key?: string) => placeOrder(shop, actor, orderForm, key),
      leave: () => deleteOwnAccount(access, actor, headers, sure),
      async kept() {
        const { read } = database;
        const orders = await read.selectFrom("orders").select("customer_email as email").execute();
        const mails = await read.selectFrom("mail_outbox").select("recipient as email").execute();
        const keys = await read.selectFrom("idempotency_keys").selectAll().execute();
        return [...orders, ...mails.filter(({ email }) => email === "ada@example.com"), ...keys];
      },
    };
  }

  test("gets no order from a request that was authenticated before the deletion", async () => {
    const { order, leave, kept } = await customer();
    await leave();
    const refused = { code: "unauthenticated", message: expect.stringContaining("deleted") };
    await expect(order("a key")).rejects.toMatchObject(refused);
    expect(await kept()).toEqual([]);
  });

  test("leaves no email address in orders that are placed during the deletion", async () => {
    const { order, leave, kept } = await customer();
    let isThere = true;
    const leaving = leave().finally(() => {
      isThere = false;
    });
    const lanes = Array.from({ length: 4 }, async (_, lane) => {
      for (let count = 0; isThere && count < 100; count++)
        await order(`key ${lane} ${count}`).catch(() => {});
    });
    await Promise.all([leaving, ...lanes]);
    const names = (await kept()).map((row) => "email" in row && row.email);
    expect(names.filter((name) => name !== "")).toEqual([]);
  });
});
