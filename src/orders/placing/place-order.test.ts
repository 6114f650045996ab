import { describe, expect, test } from "vitest";
import { pricingPackages } from "#content/blocks/pricing-packages.ts";
import { listRecords } from "#content/records/content-store.server.ts";
import { updateRecord } from "#content/records/save-block.ts";
import type { Database } from "#platform/database/database.ts";
import { system, visitor } from "#policy/actor.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { ada, ben, orderForm as form, openShop } from "../../../tests/support/orders/shop.ts";
import { findOrder } from "../find-order.ts";
import { orderForm, placeOrder } from "./place-order.ts";

async function editPrice(shop: Awaited<ReturnType<typeof openShop>>, packagePrice: string) {
  const [{ _id, ...values } = { _id: "" }] = await listRecords(shop.database.read, pricingPackages);
  await updateRecord(shop, system, pricingPackages, _id, { ...values, packagePrice });
}

const countOrders = async ({ read }: Database) =>
  (await read.selectFrom("orders").select("id").execute()).length;

describeOnEachDatabase("Placing an order", (openDatabase) => {
  test("takes the price from the plan, the customer from the session and the time from the clock", async () => {
    const shop = await openShop(await openDatabase());
    const lies = { customerEmail: "ben@example.com", paymentStatus: "Paid", orderDate: "01/01/99" };
    const order = await placeOrder(shop, ada, { ...form, ...lies, orderStatus: "Delivered" });
    expect(order).toMatchObject({
      number: 1,
      accountId: "account-ada",
      customerEmail: "ada@example.com",
      packageName: "Basic",
      priceCents: 14900,
      currency: "USD",
      paymentStatus: "UnPaid",
      orderStatus: "Pending",
      placedAt: shop.time.now,
      paidAt: null,
    });
    expect((await placeOrder(shop, ben, form)).number).toBe(2);
  });

  test("finds the plan by id, or by name if the request has no id", async () => {
    const shop = await openShop(await openDatabase());
    const plans = await listRecords(shop.database.read, pricingPackages);
    const standard = plans.find(({ packageName }) => packageName === "Standard");
    const { packageName, packagePrice, ...rest } = form;
    const byId = await placeOrder(shop, ada, { ...rest, packageId: standard?._id });
    expect(byId).toMatchObject({ packageName: "Standard", priceCents: 29900 });
    for (const without of [{}, { packageId: "" }]) {
      const byName = await placeOrder(shop, ada, { ...rest, ...without, packageName: "Standard" });
      expect(byName).toMatchObject({ packageName: "Standard", priceCents: 29900 });
    }
    for (const [unknown, code] of [
      [{ packageId: "x" }, "not-found"],
      [{ packageId: "a\u0000" }, "invalid"],
      [{ packageName: "Golden" }, "not-found"],
    ] as const) {
      const placing = placeOrder(shop, ada, { ...rest, ...unknown });
      await expect(placing).rejects.toMatchObject({ code });
    }
  });

  test("copies the terms that the plan has now, two rounds of changes where it names none", async () => {
    const shop = await openShop(await openDatabase());
    const [basic] = await listRecords(shop.database.read, pricingPackages);
    const { _id = "", ...values } = basic ?? {};
    for (const [packageRounds, includedRounds, packageRefundDays, refundDays] of [
      ["", 2, "", 0],
      ["0", 0, "0", 0],
      ["20", 20, "365", 365],
    ] as const) {
      const plan = { ...values, packageRounds, packageRefundDays, packageWorkingDays: "7" };
      await updateRecord(shop, system, pricingPackages, _id, plan);
      const { id } = await placeOrder(shop, ada, form);
      expect(await findOrder(shop, ada, id)).toMatchObject({
        includedRounds,
        refundDays,
        workingDays: 7,
      });
    }
  });

  test("rejects an outdated price, and returns the current price", async () => {
    const shop = await openShop(await openDatabase());
    const before = await placeOrder(shop, ada, form);
    await editPrice(shop, "159.50");
    for (const packagePrice of ["149", "0.01", "159"]) {
      await expect(placeOrder(shop, ada, { ...form, packagePrice })).rejects.toMatchObject({
        code: "conflict",
        message: expect.stringContaining("$159.50"),
        extra: { currentPrice: "159.50" },
      });
    }
    expect(await countOrders(shop.database)).toBe(1);
    const [stored] = await shop.database.read.selectFrom("orders").selectAll().execute();
    expect(stored).toMatchObject({ id: before.id, price_cents: 14900 });
    const after = await placeOrder(shop, ada, { ...form, packagePrice: "159.50" });
    expect(after).toMatchObject({ number: 2, priceCents: 15950 });
  });

  test("creates one order for fifty simultaneous requests with one key, and still returns it after a price change", async () => {
    const shop = await openShop(await openDatabase());
    const calls = Array.from({ length: 50 }, () => placeOrder(shop, ada, form, "key"));
    const orders = await Promise.all(calls);
    expect(new Set(orders.map(({ id }) => id)).size).toBe(1);
    await editPrice(shop, "199");
    expect((await placeOrder(shop, ada, form, "key")).id).toBe(orders[0]?.id);
    const other = placeOrder(shop, ada, { ...form, customerName: "Eve" }, "key");
    await expect(other).rejects.toMatchObject({ code: "key-reused" });
    expect(await countOrders(shop.database)).toBe(1);
  });

  test("numbers orders without gaps, even if other orders are rejected at the same time", async () => {
    const shop = await openShop(await openDatabase());
    // A busy machine refuses some of so many at once, changes nothing, and asks to try again.
    const place = (sent: object): Promise<unknown> =>
      placeOrder(shop, ada, sent).catch((error) => {
        if (error.code === "unavailable") return place(sent);
        throw error;
      });
    const attempts = Array.from({ length: 60 }, (_, index) =>
      place(index % 3 === 0 ? { ...form, packagePrice: "1" } : form),
    );
    const outcomes = await Promise.allSettled(attempts);
    const refused = outcomes.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
    expect(refused.map(({ code, message }) => code ?? message)).toEqual(Array(20).fill("conflict"));
    const rows = await shop.database.read.selectFrom("orders").select("number").execute();
    const numbers = rows.map(({ number }) => number).sort((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
  });

  test("is rate-limited, except for a repeated request with the same key", async () => {
    const open = await openShop(await openDatabase());
    const shop = { ...open, configuration: { rateLimitFactor: 0.1 } };
    const order = (index: number) => placeOrder(shop, ada, form, `key ${index}`);
    const first = await order(0);
    const results = await Promise.allSettled([1, 2, 3, 4, 5, 6, 7, 8, 9].map(order));
    const refused = results.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
    expect(refused.map(({ code }) => code)).toEqual(Array(4).fill("too-many"));
    expect(refused[0].retryAfterSeconds).toBe(600);
    expect(await countOrders(shop.database)).toBe(6);
    expect(await order(0)).toEqual(first);
    await placeOrder(shop, ben, form);
    shop.time.now += 10 * 60_000;
    await order(10);
  });

  test("requires an account", async () => {
    const shop = await openShop(await openDatabase());
    const placing = placeOrder(shop, visitor, form);
    await expect(placing).rejects.toMatchObject({ code: "unauthenticated" });
    expect(await countOrders(shop.database)).toBe(0);
  });
});

describe("The order form", () => {
  const issues = (change: object) =>
    orderForm.safeParse({ ...form, ...change }).error?.issues.map(({ path }) => path.join("."));

  test.each([
    ["customerName", ""],
    ["customerName", "   "],
    ["customerName", undefined],
    ["customerName", ["Ada"]],
    ["customerName", "x".repeat(201)],
    ["customerName", "Ada\u0000"],
    ["customerName", "Ada\ud800"],
    ["customerName", "Ada\r\nBcc: x"],
    ["customerAddress", ""],
    ["customerCountry", 1],
    ["customerWebsite", "javascript:alert(1)"],
    ["customerWebsite", "not a site"],
    ["customerWebsite", "ftp://example.com"],
    ["packagePrice", 149],
    ["packagePrice", "-149"],
    ["packagePrice", "1e3"],
    ["packagePrice", "149.5"],
    ["packagePrice", "149,00"],
    ["packageName", ""],
    ["packageName", {}],
  ])("rejects %s %j with an issue at this field", (field, value) => {
    expect(issues({ [field]: value })).toEqual([field]);
  });
});
