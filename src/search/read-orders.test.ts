import { expect, test } from "vitest";
import { describeOnEachDatabase } from "../../tests/support/databases/databases.ts";
import { storeOrders } from "../../tests/support/orders/many-orders.ts";
import { ada, openShop, orderForm, owner } from "../../tests/support/orders/shop.ts";
import { expectRefused } from "../../tests/support/refusals.ts";
import { listOrders, pageOfOrders } from "../orders/list-orders.ts";
import { placeOrder } from "../orders/placing/place-order.ts";
import type { Database } from "../platform/database/database.ts";
import { newId } from "../platform/ids.ts";
import { type Actor, visitor } from "../policy/actor.ts";
import { salesTotalCents, spentTotalCents } from "../sales/order-totals.ts";

async function numbersOf(listing: ReturnType<typeof listOrders>): Promise<number[]> {
  const numbers: number[] = [];
  for await (const chunk of listing) numbers.push(...chunk.map(({ number }) => number));
  return numbers;
}

/** Inserts Paid orders of one price, alternately Ada's and Ben's. */
async function insertMany(database: Database, many: number, priceCents: number): Promise<void> {
  const orders = Array.from({ length: many }, (_, index) => ({
    id: newId(),
    number: index + 1,
    accountId: index % 2 === 0 ? "account-ada" : "account-ben",
    companyId: index % 2 === 0 ? "account-ada" : "account-ben",
    companyName: "",
    customerEmail: "same@example.com",
    customerName: "Ada",
    customerAddress: "1 Long Acre",
    customerCountry: "Norway",
    customerWebsite: "",
    packageId: "plan",
    packageName: "Basic",
    priceCents,
    currency: "USD",
    paymentStatus: "Paid" as const,
    orderStatus: "Pending" as const,
    placedAt: 0,
    paidAt: 0,
    workingDays: 0,
    includedRounds: 2,
    refundDays: 14,
    charged: "once" as const,
    minimumCycles: 0,
    assigneeId: null,
    isDemonstration: false,
  }));
  await storeOrders(database, orders);
}

describeOnEachDatabase("Reading orders", (openDatabase) => {
  test("returns to customers only their own orders, and to an admin all orders, oldest first, in chunks", async () => {
    const database = await openDatabase();
    await insertMany(database, 1101, 100);
    const all = Array.from({ length: 1101 }, (_, index) => index + 1);
    expect(await numbersOf(listOrders({ database }, owner))).toEqual(all);
    const own = all.filter((number) => number % 2 === 1);
    expect(await numbersOf(listOrders({ database }, ada))).toEqual(own);
    await expectRefused("unauthenticated", numbersOf(listOrders({ database }, visitor)));
  });

  test("returns pages, newest first, and the nearest page for a page number out of range", async () => {
    const database = await openDatabase();
    await insertMany(database, 12, 100);
    const page = async (actor: Actor, whose: "own" | "every", number: number) => {
      const read = await pageOfOrders({ database }, actor, { whose, page: number, pageSize: 5 });
      return { ...read, items: read.items.map((order) => order.number) };
    };
    expect(await page(owner, "every", 1)).toEqual({
      items: [12, 11, 10, 9, 8],
      page: 1,
      pageCount: 3,
      total: 12,
      offset: 0,
    });
    expect(await page(owner, "every", 3)).toMatchObject({ items: [2, 1], offset: 10 });
    expect(await page(ada, "own", 2)).toMatchObject({ items: [1], total: 6, pageCount: 2 });
    for (const low of [-1, 0, Number.NaN]) expect((await page(ada, "own", low)).page).toBe(1);
    for (const high of [1e9, Number.POSITIVE_INFINITY]) {
      expect((await page(owner, "every", high)).items).toEqual([2, 1]);
    }
    expect(await page(owner, "own", 1)).toMatchObject({ items: [], pageCount: 1, total: 0 });
    await expect(page(ada, "every", 1)).rejects.toMatchObject({ code: "forbidden" });
    await expect(page(visitor, "own", 1)).rejects.toMatchObject({ code: "unauthenticated" });
  });

  test("adds up Paid orders to the cent, by account rather than by email address", async () => {
    const shop = await openShop(await openDatabase());
    const { database } = shop;
    expect(await salesTotalCents({ database }, owner)).toBe(0);
    await insertMany(database, 1000, 10);
    await placeOrder(shop, ada, orderForm);
    expect(await salesTotalCents({ database }, owner)).toBe(10_000);
    expect(await spentTotalCents({ database }, ada)).toBe(5000);
    expect(await spentTotalCents({ database }, owner)).toBe(0);
    await expect(salesTotalCents({ database }, ada)).rejects.toMatchObject({ code: "forbidden" });
  });
});
