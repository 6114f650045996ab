import { expect, onTestFinished, test } from "vitest";
import { findOrder } from "#orders/find-order.ts";
import { placeOrder } from "#orders/placing/place-order.ts";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { ada, orderForm, owner } from "../../../tests/support/orders/shop.ts";
import { ledgerOf, openCheckout } from "../../../tests/support/payments/checkout.ts";
import { openProtocolRefunds } from "../../../tests/support/payments/protocol-refunds.ts";
import { describeRefundingProtocols } from "../../../tests/support/payments/protocols.ts";
import { paidOrder } from "../../../tests/support/payments/refund-shop.ts";
import { paymentsOfOrder } from "../receipts/payments-of-order.ts";
import { listReviews } from "../review/read-review.server.ts";
import { resolveReview } from "../review/resolve-review.ts";

type Fields = Readonly<Record<string, string>>;

describeStore("A payment that an admin linked to another order", (openDatabase) => {
  /**
   * Refunds and reversals repeat the fields of the payment, because PayPal does not know to which
   * order an admin linked the payment.
   */
  async function linked(named: Fields) {
    const scene = await openCheckout(await openDatabase());
    const { shop, onlyReview, decide, arrive, message } = scene;
    const other = await placeOrder(shop, ada, orderForm);
    await arrive(message(named));
    await decide((await onlyReview()).id, {
      decision: "link",
      order: String(other.number),
      confirmed: "yes",
    });
    const followUp = (status: string, gross: string, txn_id: string, otherwise: Fields = {}) => {
      const about = { payment_status: status, parent_txn_id: "TXN1", mc_gross: gross, txn_id };
      return message({ ...named, ...about, ...otherwise });
    };
    const statusOfOther = async () => (await findOrder(shop, ada, other.id)).paymentStatus;
    expect(await statusOfOther()).toBe("Paid");
    return { ...scene, followUp, statusOfOther };
  }

  test.each<[string, Fields, string]>([
    ["the checkout of its own order, with another amount", { mc_gross: "100.00" }, "100.00"],
    ["two orders", { invoice: "another" }, "149.00"],
    ["an invoice that PayPal made", { custom: "", invoice: "INV-5" }, "149.00"],
  ])(
    "is reversed and refunded like any other payment when it names %s",
    async (_what, named, gross) => {
      const { arrive, followUp, statusOfOther, reviews, status } = await linked(named);
      await arrive(followUp("Reversed", `-${gross}`, "V1"));
      expect(await statusOfOther()).toBe("Refunded");
      await arrive(followUp("Canceled_Reversal", gross, "V2"));
      expect(await statusOfOther()).toBe("Paid");
      await arrive(followUp("Refunded", `-${gross}`, "R1"));
      expect(await statusOfOther()).toBe("Refunded");
      expect([await reviews(), await status()]).toEqual([[], "UnPaid"]);
    },
  );

  describeRefundingProtocols((protocol) => {
    test("can be refunded by a call to the provider", async () => {
      const shop = await openProtocolRefunds(await openDatabase(), protocol);
      onTestFinished(() => shop.api.close());
      const { order: mistaken } = await paidOrder(shop);
      const attempt = await shop.tellPayment(mistaken.id, { id: "CAP", cents: 10_000 });
      const [review] = (await Array.fromAsync(listReviews(shop, owner))).flat();
      await resolveReview(shop, owner, review?.id ?? "", {
        decision: "link",
        confirmed: "yes",
        order: String(shop.order.number),
      });
      const told = { of: "CAP", attempt: attempt.id };
      shop.api.answers(shop.refundOf("REF", 10_000, told));
      expect(await shop.refund({ transactionId: "CAP", amountCents: 10_000 })).toMatchObject({
        state: "done",
      });
      await shop.verifyAll();
      expect(await ledgerOf(shop)).toContainEqual({ kind: "refund", amount_cents: -10_000 });
      const payments = await paymentsOfOrder(shop, owner, shop.order.id);
      expect(payments.find(({ transactionId }) => transactionId === "CAP")?.leftCents).toBe(0);
      const letters = shop.database.read.selectFrom("mail_outbox").select("about");
      expect(await letters.where("letter", "=", "moneyReturned").execute()).toEqual([
        { about: shop.order.id },
      ]);
    });
  });
});
