import { afterAll, beforeAll, expect, test } from "vitest";
import { numberOrdersFrom } from "#orders/order-store.server.ts";
import { placeOrder } from "#orders/placing/place-order.ts";
import type { Database } from "#platform/database/database.ts";
import { inSnapshot } from "#platform/database/database.ts";
import { sumNextDay } from "#sales/sales-days.server.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { ada, orderForm } from "../../../tests/support/orders/shop.ts";
import { openCheckout } from "../../../tests/support/payments/checkout.ts";
import {
  openBooks as booksIn,
  booksReport,
} from "../../../tests/support/payments/sample-ledger.ts";
import { tamperings, whileTampered } from "../../../tests/support/payments/tamperings.ts";
import { openVerifier, type Verifier } from "../../../tests/support/payments/verifier.ts";
import { checkLedger } from "./check-ledger.ts";

let verifier: Verifier;
beforeAll(async () => {
  verifier = await openVerifier("VERIFIED");
});
afterAll(() => verifier.close());

describeOnEachDatabase("The check of the ledger", (openDatabase) => {
  const openBooks = async () => (await booksIn(await openDatabase())).database;
  const check = (database: Database) => inSnapshot(database, checkLedger);

  test("finds no difference in a correct ledger, and every change by hand", async () => {
    const database = await openBooks();
    expect(await check(database)).toEqual(booksReport);
    while (await sumNextDay({ database, clock: () => Date.UTC(2030, 0, 1) }));
    const unnoticed: string[] = [];
    for (const { name, statements, differences } of tamperings) {
      const found = (await whileTampered(database, statements, checkLedger)).differences;
      const missing = differences.filter((difference) => !found.includes(difference));
      if (missing.length > 0) unnoticed.push([name, ...missing, "Found:", ...found].join("\n"));
    }
    expect(unnoticed).toEqual([]);
    expect(await check(database)).toEqual(booksReport);
  });

  test("accepts a payment that an admin linked to another order, and its later refund", async () => {
    const shop = await openCheckout(await openDatabase(), { verifyUrl: verifier.url });
    const { arrive, message } = shop;
    const other = await placeOrder(shop.shop, ada, orderForm);
    await arrive(message({ mc_gross: "100.00" }));
    const link = { decision: "link", order: String(other.number), confirmed: "yes" };
    await shop.decide((await shop.onlyReview()).id, link);
    const back = { payment_status: "Refunded", txn_id: "R1", parent_txn_id: "TXN1" };
    await arrive(message({ ...back, mc_gross: "-100.00" }));
    const { entries, refundedCents, differences } = await check(shop.shop.database);
    expect({ entries, refundedCents, differences }).toEqual({
      entries: 2,
      refundedCents: 10_000,
      differences: [],
    });
  });

  test("misses no number that the owner has skipped, and every other", async () => {
    const { shop } = await openCheckout(await openDatabase(), { verifyUrl: verifier.url });
    const skipTo = (number: number) => shop.database.write((tx) => numberOrdersFrom(tx, number));
    const place = () => placeOrder(shop, ada, orderForm);
    await skipTo(1001);
    await skipTo(11);
    const placed = [await place(), await place(), await place()];
    await skipTo(20);
    await place();
    const differences = async () => (await check(shop.database)).differences;
    expect(await differences()).toEqual([]);
    for (const [number, free] of [
      [13, 5000],
      [12, 5001],
    ] as const) {
      const id = placed.find((order) => order.number === number)?.id ?? "";
      await shop.database.write((tx) =>
        tx.updateTable("orders").set({ number: free }).where("id", "=", id).execute(),
      );
      expect(await differences()).toContain(
        number === 13 ? "There is no order 13." : "There are no orders 12 to 13.",
      );
    }
  });

  test("reads one consistent state during writes", async () => {
    const database = await openBooks();
    const report = await inSnapshot(database, async (queries) => {
      const before = await checkLedger(queries);
      await database.write((tx) =>
        tx.updateTable("orders").set({ payment_status: "UnPaid" }).execute(),
      );
      expect(await checkLedger(queries)).toEqual(before);
      return before;
    });
    expect(report.differences).toEqual([]);
    expect((await check(database)).differences).not.toEqual([]);
  });
});
