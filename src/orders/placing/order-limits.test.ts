import { expect, test } from "vitest";
import { startPayment } from "#money/paying/start-payment.ts";
import type { Actor } from "#policy/actor.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { openShop, orderForm } from "../../../tests/support/orders/shop.ts";
import { placeOrder } from "./place-order.ts";

const genuine = "198.51.100.1";
const customer = (accountId: string): Actor => ({
  kind: "customer",
  accountId,
  email: `${accountId}@example.com`,
});

describeOnEachDatabase("Orders", (openDatabase) => {
  /**
   * Opens a shop with a twentieth of the real limits. The twentieth is 3 orders in ten minutes per
   * account, 30 orders a day per network, and 100 orders an hour for all unconfirmed accounts
   * together.
   */
  async function open() {
    const shop = await openShop(await openDatabase());
    const configuration = { rateLimitFactor: 0.05 };
    return (accountId: string, clientAddress: string, emailVerified: boolean) => {
      const lockActorAccount = async () => ({
        accountId,
        email: "somebody@example.com",
        emailVerified,
      });
      const at = { ...shop, configuration, clientAddress, lockActorAccount };
      const order = () => placeOrder(at, customer(accountId), orderForm);
      return {
        order,
        orders: (count: number) => Promise.allSettled(Array.from({ length: count }, order)),
        pay: (id: string) => startPayment(at, customer(accountId), id),
      };
    };
  }

  test("from many accounts of one client do not block other clients", async () => {
    const by = await open();
    for (let account = 0; account < 34; account++) {
      await by(`sock-${account}`, "203.0.113.7", true).orders(3);
    }
    const refused = by("sock-35", "203.0.113.7", true).order();
    await expect(refused).rejects.toMatchObject({ code: "too-many", retryAfterSeconds: 86_400 });
    await by("new", genuine, false).order();
  });

  test("from many clients do not block confirmed accounts", async () => {
    const by = await open();
    for (let account = 0; account < 34; account++) {
      await by(`sock-${account}`, `203.0.113.${account}`, false).orders(3);
    }
    await expect(by("new", genuine, false).order()).rejects.toMatchObject({
      code: "too-many",
      message: expect.stringContaining("confirm your email address"),
    });
    await by("known", genuine, true).order();
  });

  test("of many accounts at one client address share one limit of payment attempts", async () => {
    const by = await open();
    const pay = async (account: number) => {
      const { order, pay } = by(`sock-${account}`, `203.0.113.${account}`, true);
      const { id } = await order();
      const fromOne = by(`sock-${account}`, "203.0.113.200", true);
      for (let attempt = 0; attempt < 3; attempt++) await fromOne.pay(id);
      return { id, pay };
    };
    for (let account = 0; account < 10; account++) await pay(account);
    await expect(pay(10)).rejects.toMatchObject({ code: "too-many", retryAfterSeconds: 86_400 });
  });
});
