import { expect, test } from "vitest";
import { describeOnEachDatabase } from "../../tests/support/databases/databases.ts";
import { ada, openShop, orderForm, owner } from "../../tests/support/orders/shop.ts";
import { sumByDaysOf } from "../../tests/support/payments/order-sums.ts";
import type { OrderStatus, PaymentStatus } from "../orders/order.ts";
import { insertOrder } from "../orders/order-store.server.ts";
import { newId } from "../platform/ids.ts";
import { visitor } from "../policy/actor.ts";
import { readSales } from "./read-sales.ts";
import type { RequestedRange } from "./sales-range.ts";

type Sold = readonly [string, string, number, PaymentStatus?, OrderStatus?];

/** A shop in Oslo on November 20, 2026, with orders that were placed earlier. */
async function shopWith(database: Parameters<typeof openShop>[0], sold: readonly Sold[]) {
  const shop = await openShop(database);
  await sumByDaysOf(database, "Europe/Oslo");
  await database.write(async (tx) => {
    for (const [at, packageName, priceCents, paymentStatus = "Paid", orderStatus] of sold) {
      await insertOrder(tx, {
        ...orderForm,
        id: newId(),
        accountId: "account-ada",
        companyId: "account-ada",
        companyName: "",
        customerEmail: "ada@example.com",
        customerWebsite: "",
        packageId: "plan",
        packageName,
        priceCents,
        currency: "USD",
        paymentStatus,
        orderStatus: orderStatus ?? "Pending",
        placedAt: Date.parse(at),
        paidAt: paymentStatus === "Paid" ? Date.parse(at) : null,
        workingDays: 0,
        includedRounds: 2,
        refundDays: 14,
        charged: "once",
        minimumCycles: 0,
        assigneeId: null,
        isDemonstration: false,
      });
    }
  });
  return {
    database,
    read: (asked: RequestedRange, split: "plan" | "status" = "plan") =>
      readSales(shop, owner, asked, split),
  };
}

describeOnEachDatabase("Sales over time", (openDatabase) => {
  test("are split by plan and by status, in days that end at the site's midnight", async () => {
    const { read } = await shopWith(await openDatabase(), [
      ["2026-11-17T22:59:59.999Z", "Premium", 49_900],
      ["2026-11-17T23:00:00Z", "Basic", 10_000],
      ["2026-11-18T10:00:00Z", "Premium", 49_900, "Paid", "Delivered"],
      ["2026-11-19T22:59:59.999Z", "Basic", 10_001],
      ["2026-11-19T10:00:00Z", "Basic", 20_000, "UnPaid"],
      ["2026-11-19T23:00:00Z", "Standard", 29_900],
    ]);
    const asked = { range: "custom", from: "2026-11-18", to: "2026-11-19" };
    const byPlan = await read(asked);
    expect(byPlan).toMatchObject({
      step: "day",
      sums: { salesCents: 69_901, orders: 4, paidOrders: 3 },
      sumsBefore: { salesCents: 49_900, orders: 1, paidOrders: 1 },
      undated: 0,
    });
    expect(byPlan.sales).toEqual([
      { name: "Basic", place: 0, values: [10_000, 10_001] },
      { name: "Premium", place: 1, values: [49_900, 0] },
    ]);
    expect(byPlan.orders.map(({ name, values }) => [name, ...values])).toEqual([
      ["Basic", 1, 2],
      ["Premium", 1, 0],
    ]);
    const byStatus = await read(asked, "status");
    expect(byStatus.sales.map(({ name, values }) => [name, ...values])).toEqual([
      ["Pending", 10_000, 10_001],
      ["Delivered", 49_900, 0],
    ]);
    expect(byStatus.orders.map(({ name, values }) => [name, ...values])).toEqual([
      ["UnPaid", 0, 1],
      ["Paid", 2, 1],
    ]);
  });

  test("are added up by month for a long range, also in incomplete months", async () => {
    const { read } = await shopWith(await openDatabase(), [
      ["2024-01-14T12:00:00Z", "Basic", 1],
      ["2024-01-15T12:00:00Z", "Basic", 10],
      ["2024-02-29T12:00:00Z", "Basic", 100],
      ["2025-12-31T22:30:00Z", "Basic", 1000],
      ["2025-12-31T23:30:00Z", "Basic", 10_000],
      ["2026-11-10T12:00:00Z", "Basic", 100_000],
      ["2026-11-11T12:00:00Z", "Basic", 1_000_000],
    ]);
    const cut = await read({ from: "2024-01-15", to: "2026-11-10" });
    expect(cut.step).toBe("month");
    expect(cut.steps).toHaveLength(35);
    expect(cut.steps[0]).toEqual({ from: "2024-01-15", to: "2024-01-31" });
    expect(cut.sums.salesCents).toBe(111_110);
    expect(cut.sumsBefore?.salesCents).toBe(1);
    const values = cut.sales[0]?.values ?? [];
    expect([values[0], values[1], values[23], values[24], values[34]]).toEqual([
      10, 100, 1000, 10_000, 100_000,
    ]);
    const all = await read({ range: "all" });
    expect(all).toMatchObject({ sums: { orders: 7, salesCents: 1_111_111 }, sumsBefore: null });
  });

  test("are refused to customers and visitors", async () => {
    const shop = await openShop(await openDatabase());
    const readAs = (actor: typeof ada) => readSales(shop, actor, {}, "plan");
    await expect(readAs(ada)).rejects.toMatchObject({ code: "forbidden" });
    await expect(readAs(visitor)).rejects.toMatchObject({ code: "unauthenticated" });
  });
});
