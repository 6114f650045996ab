import { expect, test } from "vitest";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { owner } from "../../../tests/support/orders/shop.ts";
import { ledgerOf } from "../../../tests/support/payments/checkout.ts";
import { openProtocolCheckout } from "../../../tests/support/payments/protocol-checkout.ts";
import { describeProtocols, type Told } from "../../../tests/support/payments/protocols.ts";
import { listAwaitedPayments, listPayments } from "../ledger/list-payments.ts";
import { countReviews } from "./read-review.server.ts";

describeOnEachDatabase("A decision", (openDatabase, engine) => {
  describeProtocols((protocol) => {
    const scene = async () => openProtocolCheckout(await openDatabase(), protocol);

    test("about a payment also settles the refund of the payment, whether the refund arrives before or after the decision", async () => {
      const unnamed = { attempt: null, order: null };
      const refund: Told = { kind: "refunded", id: "REF", of: "TXN1", cents: 10_000, ...unnamed };
      const accepted = await scene();
      await accepted.arrive(accepted.message(refund), accepted.message({ cents: 10_000 }));
      const payment = (await accepted.reviews()).find(
        ({ message }) => message?.kind === "completed",
      );
      await accepted.decide(payment?.id ?? "", { decision: "accept" });
      expect(await accepted.status()).toBe("Refunded");
      expect(await countReviews(accepted.shop, owner, 9)).toBe(0);

      for (const order of ["before", "after"]) {
        const aside = await scene();
        if (order === "before") await aside.arrive(aside.message(refund));
        await aside.arrive(aside.message({ cents: 10_000 }));
        const open = (await aside.reviews()).find(({ message }) => message?.kind === "completed");
        await aside.decide(open?.id ?? "", { decision: "refund" });
        if (order === "after") await aside.arrive(aside.message(refund));
        expect([await aside.status(), await ledgerOf(aside.shop)]).toEqual(["UnPaid", []]);
        expect(await countReviews(aside.shop, owner, 9)).toBe(0);
      }
    });

    test("is not needed when a payment and its refund are verified at the same moment", async () => {
      for (let round = 0; round < 3; round++) {
        const { shop, message, receive, status } = await scene();
        const unnamed = { attempt: null, order: null };
        await receive(message());
        await receive(message({ kind: "refunded", id: "REF", of: "TXN1", ...unnamed }));
        await Promise.all([shop.verifyAll(), shop.verifyAll()]);
        expect(await status()).toBe("Refunded");
        expect(await countReviews(shop, owner, 9)).toBe(0);
      }
    });

    test("to accept a payment adds the payment to the list of payments, which has pages, two sorts and a search", async () => {
      const { shop, onlyReview, decide, arrive, receive, message } = await scene();
      const refund: Told = { kind: "refunded", id: "R", of: "TXN1", cents: 4900 };
      await arrive(message(), message(refund));
      await arrive(message({ id: "TXN2", cents: 10_000 }));
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
      await receive(message({ id: "TXN3" }));
      expect(await listAwaitedPayments(shop, owner)).toMatchObject([{ transactionId: "TXN3" }]);
      await arrive(message({ kind: "reversed", id: "V", of: "TXN1", cents: 10_000 }));
      const [reversed] = (await page({ after })).items;
      expect(reversed?.state).toBe("Taken back");
    });
  }, engine);
});
