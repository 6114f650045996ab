import { afterEach, expect, test } from "vitest";
import { findOrder } from "#orders/find-order.ts";
import { moneyTotals, ownMoneyTotals, salesTotalCents } from "#sales/order-totals.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { ada, owner } from "../../../tests/support/orders/shop.ts";
import { ledgerOf } from "../../../tests/support/payments/checkout.ts";
import {
  openProtocolRefunds,
  type ProtocolRefunds,
} from "../../../tests/support/payments/protocol-refunds.ts";
import { describeRefundingProtocols } from "../../../tests/support/payments/protocols.ts";
import { expectRefused } from "../../../tests/support/refusals.ts";
import { paymentsOfOrder } from "../receipts/payments-of-order.ts";
import { refundPayment } from "./refund-payment.ts";
import { ordersOfGivenUpRefunds } from "./refund-requests.server.ts";

const day = 24 * 60 * 60 * 1000;

let shop: ProtocolRefunds;
afterEach(() => shop.api.close());

const statusOf = async () => (await findOrder(shop, owner, shop.order.id)).paymentStatus;
const left = async () => (await paymentsOfOrder(shop, owner, shop.order.id))[0]?.leftCents;
const returned = async () =>
  (await ledgerOf(shop)).flatMap(({ kind, amount_cents }) =>
    kind === "refund" ? amount_cents : [],
  );

describeOnEachDatabase("A refund from the panel", (openDatabase, engine) => {
  describeRefundingProtocols((protocol) => {
    const open = async () => {
      shop = await openProtocolRefunds(await openDatabase(), protocol);
    };

    test("leaves the order Paid while a part of the payment remains, and makes the order Refunded once nothing remains", async () => {
      await open();
      shop.api.answers(shop.refundOf("R1", 4900));
      expect(await shop.refund({ amountCents: 4900 })).toMatchObject({
        state: "done",
        reason: null,
      });
      expect(await left()).toBe(10_000);
      await shop.verifyAll();
      expect([await statusOf(), await left(), await returned()]).toEqual(["Paid", 10_000, [-4900]]);
      expect(await shop.receipt()).toMatchObject({ receivedCents: 14_900, refundedCents: 4900 });
      expect(await salesTotalCents(shop, owner)).toBe(14_900);
      expect(await moneyTotals(shop, owner)).toEqual({ refundedCents: 4900, netCents: 10_000 });

      shop.api.answers(shop.refundOf("R2", 10_000));
      await shop.refund({ amountCents: 10_000, seenCents: 10_000 });
      await shop.verifyAll();
      expect([await statusOf(), await left()]).toEqual(["Refunded", 0]);
      expect(await salesTotalCents(shop, owner)).toBe(0);
      expect(await ownMoneyTotals(shop, ada)).toEqual({ refundedCents: 14_900, netCents: 0 });
      await expect(shop.refund({ amountCents: 1 })).rejects.toMatchObject({ code: "conflict" });
    });

    test("enters the ledger once, whether its webhook arrives before the response, after the response or twice", async () => {
      await open();
      shop.api.answers(shop.refundOf("R1", 5000));
      await shop.refund();
      await shop.tellRefund("R1", 5000);
      await shop.verifyAll();
      await shop.tellRefund("R1", 5000);
      expect(await returned()).toEqual([-5000]);
      // For the next refund the webhook arrives first: the response is lost and comes
      // when the call is repeated.
      shop.api.failsOnce();
      expect(await shop.refund({ key: "next" })).toMatchObject({ state: "waiting" });
      await shop.tellRefund("R2", 5000);
      shop.time.now += 60_000;
      shop.api.answers(shop.refundOf("R2", 5000));
      expect(await shop.sendNext()).toBe(true);
      await shop.verifyAll();
      expect([await returned(), await left()]).toEqual([[-5000, -5000], 4900]);
      expect(new Set(shop.keysAsked().slice(1))).toEqual(new Set(["next"]));
    });

    test("that the worker has given up is completed when the provider reports a refund of the same amount", async () => {
      await open();
      shop.api.failsOnce();
      await shop.refund({ amountCents: 5000 });
      shop.time.now += 30 * day;
      shop.api.failsOnce();
      await shop.sendNext();
      await shop.tellRefund("R1", 2000);
      await shop.verifyAll();
      expect(await shop.requests()).toMatchObject([{ state: "waiting" }]);
      await shop.tellRefund("R2", 5000);
      await shop.verifyAll();
      expect(await shop.requests()).toMatchObject([{ state: "done", refund_transaction_id: "R2" }]);
      expect(await ordersOfGivenUpRefunds(shop.database.read, 5)).toEqual([]);
      shop.api.answers(shop.refundOf("R3", 1000));
      const next = await shop.refund({ key: "next", amountCents: 1000, seenCents: 7900 });
      expect(next).toMatchObject({ state: "done" });
    });

    test("is made once for two clicks, and for two admins", async () => {
      await open();
      shop.api.answers(shop.refundOf("R1", 5000));
      const clicks = await Promise.all([shop.refund({ key: "one" }), shop.refund({ key: "one" })]);
      expect(clicks.map(({ id }) => id)).toEqual(["one", "one"]);
      await shop.verifyAll();
      expect(await returned()).toEqual([-5000]);
      shop.api.answers(shop.refundOf("R2", 2000));
      const admins = await Promise.allSettled(
        ["two", "three"].map((key) => shop.refund({ key, amountCents: 2000, seenCents: 9900 })),
      );
      expect(admins.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
      await shop.verifyAll();
      expect(await returned()).toEqual([-5000, -2000]);
      const late = shop.refund({ amountCents: 2000, seenCents: 9900 });
      await expect(late).rejects.toThrow(
        "Part of this payment has since been refunded: $79.00 is left.",
      );
      expect(await shop.requests()).toHaveLength(2);
    });

    test("never exceeds the rest of the payment, even while an earlier refund is not in the ledger yet", async () => {
      await open();
      shop.api.answers(shop.refundOf("R1", 10_000, { kind: "pending" }));
      await shop.refund({ amountCents: 10_000 });
      await shop.verifyAll();
      expect([await returned(), await left()]).toEqual([[], 4900]);
      await expect(shop.refund({ amountCents: 4901 })).rejects.toThrow("is left of this payment");
      await shop.tellRefund("R1", 10_000, { kind: "failed" });
      expect((await shop.requests())[0]).toMatchObject({ state: "refused" });
      expect(await left()).toBe(14_900);
    });

    test("is sent by the next process if the process that stored it died", async () => {
      await open();
      const died = new Error("The process is gone.");
      const refund = () => Promise.reject(died);
      const through = shop.payments.through(shop.provider.name);
      if (through === undefined) throw new Error("The shop has no provider.");
      const dying = { ...shop.payments, through: () => ({ ...through, refund }) };
      const asked = { orderId: shop.order.id, transactionId: shop.transactionId };
      await refundPayment({ ...shop, payments: dying }, owner, {
        ...asked,
        amountCents: 5000,
        key: "kept",
      });
      expect(shop.keysAsked()).toEqual([]);
      expect((await shop.requests())[0]).toMatchObject({ id: "kept", state: "waiting" });
      shop.time.now += 60_000;
      shop.api.answers(shop.refundOf("R1", 5000));
      expect(await shop.sendNext()).toBe(true);
      expect(await shop.sendNext()).toBe(false);
      await shop.verifyAll();
      expect([shop.keysAsked(), await returned()]).toEqual([["kept"], [-5000]]);
    });

    test("requires an admin, a payment in the ledger and an unused key", async () => {
      await open();
      const given = { orderId: shop.order.id, transactionId: shop.transactionId, amountCents: 1 };
      await expectRefused("forbidden", refundPayment(shop, ada, { ...given, key: "a" }));
      await expectRefused("not-found", shop.refund({ transactionId: "other" }));
      shop.api.answers(shop.refundOf("R1", 5000));
      await shop.refund({ key: "mine" });
      const other = shop.refund({ key: "mine", amountCents: 1 });
      await expect(other).rejects.toMatchObject({ code: "key-reused" });
    });
  }, engine);
});
