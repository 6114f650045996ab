import { expect, test } from "vitest";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { formHeaders, owner } from "../../../tests/support/orders/shop.ts";
import { ledgerOf, openCheckout } from "../../../tests/support/payments/checkout.ts";
import { listAwaitedPayments, listPayments } from "../ledger/list-payments.ts";
import { countReviews } from "./read-review.server.ts";

describeOnEachDatabase("A decision", (openDatabase) => {
  const scene = async () => openCheckout(await openDatabase());

  test("about a payment also settles the refund of the payment, whether the refund arrives before or after the decision", async () => {
    const back = { payment_status: "Refunded", txn_id: "R", parent_txn_id: "TXN1" };
    const refund = { ...back, mc_gross: "-100.00", custom: "", invoice: "" };
    const accepted = await scene();
    await accepted.arrive(accepted.message(refund), accepted.message({ mc_gross: "100.00" }));
    const payment = (await accepted.reviews()).find(({ rawStatus }) => rawStatus === "Completed");
    await accepted.decide(payment?.id ?? "", { decision: "accept" });
    expect(await accepted.status()).toBe("Refunded");
    expect(await countReviews(accepted.shop, owner, 9)).toBe(0);

    for (const order of ["before", "after"]) {
      const aside = await scene();
      if (order === "before") await aside.arrive(aside.message(refund));
      await aside.arrive(aside.message({ mc_gross: "100.00" }));
      const open = (await aside.reviews()).find(({ rawStatus }) => rawStatus === "Completed");
      await aside.decide(open?.id ?? "", { decision: "refund" });
      if (order === "after") await aside.arrive(aside.message(refund));
      expect([await aside.status(), await ledgerOf(aside.shop)]).toEqual(["UnPaid", []]);
      expect(await countReviews(aside.shop, owner, 9)).toBe(0);
    }
  });

  test("is not needed when a payment and its refund are verified at the same moment", async () => {
    for (let round = 0; round < 3; round++) {
      const { shop, message, status } = await scene();
      const back = { payment_status: "Refunded", txn_id: "R", parent_txn_id: "TXN1" };
      const refund = message({ ...back, mc_gross: "-149.00", custom: "", invoice: "" });
      await shop.payments.receive(message(), formHeaders);
      await shop.payments.receive(refund, formHeaders);
      await Promise.all([shop.verifyAll(), shop.verifyAll()]);
      expect(await status()).toBe("Refunded");
      expect(await countReviews(shop, owner, 9)).toBe(0);
    }
  });

  test("to accept a payment adds the payment to the list of payments, which has pages, two sorts and a search", async () => {
    const { shop, onlyReview, decide, arrive, receive, message } = await scene();
    const back = { payment_status: "Refunded", parent_txn_id: "TXN1" };
    await arrive(message(), message({ ...back, txn_id: "R", mc_gross: "-49.00" }));
    await arrive(message({ txn_id: "TXN2", mc_gross: "100.00" }));
    await decide((await onlyReview()).id, { decision: "accept" });
    const first = { page: 1, pageSize: 1 };
    const page = (request: object = {}) => listPayments(shop, owner, { ...first, ...request });
    const newest = await page();
    expect(newest).toMatchObject({ total: 2, pageCount: 2, after: "", next: null });
    expect(newest.items).toMatchObject([{ transactionId: "TXN2", state: "Applied" }]);
    const { items: older } = await page({ page: 2 });
    expect(older).toMatchObject([
      { transactionId: "TXN1", state: "Partly refunded", keptCents: 10000 },
    ]);
    const after = newest.items[0]?.id;
    expect(await page({ after })).toMatchObject({ total: 1, items: older });
    expect((await page({ sort: "oldest" })).items).toEqual(older);
    expect((await page({ sort: "oldest", page: 2 })).items).toEqual(newest.items);
    expect((await page({ sort: "oldest", after: older[0]?.id })).items).toEqual(newest.items);
    expect(await page({ q: "TXN1" })).toMatchObject({ total: 1, items: older });
    const ofOrder = await page({ q: `Order ${newest.items[0]?.orderNumber}` });
    expect(ofOrder.items[0]?.orderId).toBe(newest.items[0]?.orderId);
    for (const q of ["TXN", "txn1", "\u0000"]) expect((await page({ q })).items).toEqual([]);
    await receive(message({ txn_id: "TXN3" }));
    expect(await listAwaitedPayments(shop, owner)).toMatchObject([{ transactionId: "TXN3" }]);
    await arrive(
      message({ ...back, txn_id: "V", payment_status: "Reversed", mc_gross: "-100.00" }),
    );
    const [reversed] = (await page({ after })).items;
    expect(reversed?.state).toBe("Taken back");
  });
});
