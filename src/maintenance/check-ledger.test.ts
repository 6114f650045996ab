import { afterAll, beforeAll, expect, test } from "vitest";
import { describeOnEachDatabase } from "../../tests/support/databases.ts";
import {
  ada,
  ben,
  formHeaders,
  notificationFor,
  openShop,
  orderForm,
  orderInCheckout,
} from "../../tests/support/shop.ts";
import { tamperings, withoutSafeguards } from "../../tests/support/tamperings.ts";
import { openVerifier, type Verifier } from "../../tests/support/verifier.ts";
import { cancelOrder } from "../orders/cancel-order.ts";
import { placeOrder } from "../orders/place-order.ts";
import type { Database } from "../platform/database.ts";
import { inSnapshot } from "../platform/snapshot.ts";
import { checkLedger } from "./check-ledger.ts";

let verifier: Verifier;
beforeAll(async () => {
  verifier = await openVerifier("VERIFIED");
});
afterAll(() => verifier.close());

describeOnEachDatabase("The check of the ledger", (openDatabase) => {
  /** Paid; in checkout; cancelled; paid and partly refunded; just placed. */
  async function openBooks() {
    const database = await openDatabase();
    const shop = await openShop(database, { verifyUrl: verifier.url });
    const arrive = async (raw: Buffer) => {
      await shop.payments.receive(raw, formHeaders);
      await shop.verifyAll();
    };
    const first = await orderInCheckout(shop);
    await orderInCheckout(shop, ben);
    await cancelOrder(shop, ben, (await placeOrder(shop, ben, orderForm)).id);
    const fourth = await orderInCheckout(shop);
    await placeOrder(shop, ada, orderForm);
    await arrive(notificationFor(first.fields, { txn_id: "T1" }));
    await arrive(notificationFor(first.fields, { txn_id: "T1" }));
    await arrive(notificationFor(fourth.fields, { txn_id: "T4" }));
    const refund = { payment_status: "Refunded", parent_txn_id: "T4", mc_gross: "-49.00" };
    await arrive(notificationFor(fourth.fields, { txn_id: "R4", ...refund }));
    return database;
  }
  const check = (database: Database) => inSnapshot(database, checkLedger);

  test("finds nothing where nothing is wrong, and says what it all comes to", async () => {
    expect(await check(await openBooks())).toEqual({
      orders: 5,
      entries: 4,
      salesCents: 29_800,
      refundedCents: 4_900,
      netCents: 24_900,
      differences: [],
    });
  });

  test.each(tamperings)("names $name", async ({ statements, differences }) => {
    const database = await openBooks();
    await withoutSafeguards(database, statements);
    const found = (await check(database)).differences;
    expect(found).toEqual(expect.arrayContaining([...differences]));
  });

  test("sees one moment, whatever happens meanwhile", async () => {
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
