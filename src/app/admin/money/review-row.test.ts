import { afterAll, beforeAll, expect, test } from "vitest";
import { describeStore } from "../../../../tests/support/databases/databases.ts";
import { openCheckout } from "../../../../tests/support/payments/checkout.ts";
import { openVerifier, type Verifier } from "../../../../tests/support/payments/verifier.ts";
import { reviewRow } from "./review-row.server.ts";

let verifier: Verifier;
beforeAll(async () => {
  verifier = await openVerifier("VERIFIED");
});
afterAll(() => verifier.close());

describeStore("A payment review in the panel", (openDatabase) => {
  test.each([
    ["another amount", { mc_gross: "1.00" }, false],
    ["another receiver", { business: "eve@example.org", receiver_email: "" }, true],
    ["another currency", { mc_currency: "EUR" }, true],
    ["no attempt", { custom: "" }, false],
  ])(
    "of a payment with %s is doubtful only if the receiver or the currency differs",
    async (_what, otherwise, isDoubtful) => {
      const scene = await openCheckout(await openDatabase(), { verifyUrl: verifier.url });
      await scene.arrive(scene.message(otherwise));
      const reader = { timeZone: "UTC", offset: 0 } as never;
      const row = reviewRow(await scene.onlyReview(), {
        reader,
        sendsEmails: true,
      });
      expect(row.isDoubtful).toBe(isDoubtful);
    },
  );

  test('of a refund that is already applied offers "Close without changes"', async () => {
    const scene = await openCheckout(await openDatabase(), { verifyUrl: verifier.url });
    await scene.arrive(scene.message());
    await scene.arrive(
      scene.message({
        txn_id: "TXN2",
        parent_txn_id: "TXN1",
        payment_status: "Refunded",
        mc_gross: "-200.00",
      }),
    );
    const reader = { timeZone: "UTC", offset: 0 } as never;
    const row = reviewRow(await scene.onlyReview(), {
      reader,
      sendsEmails: true,
    });
    expect(row).toMatchObject({
      isInLedger: true,
      acceptLabel: "Close without changes",
      acceptEffect:
        "Closing this review only removes it from this list. No money, order or email is affected.",
    });
  });

  test("names the amount, the customer and the provider before a refund that sends money", async () => {
    const scene = await openCheckout(await openDatabase(), { verifyUrl: verifier.url });
    await scene.arrive(scene.message({ mc_gross: "100.00" }));
    const review = await scene.onlyReview();
    const words = {
      reader: { timeZone: "UTC", offset: 0 } as never,
      sendsEmails: true,
    };
    const customer = review.order?.customerName;
    expect(reviewRow({ ...review, refundPage: null }, words)).toMatchObject({
      refundLabel: "Refund $100.00",
      refundQuestion: `Refunds $100.00 to ${customer} through PayPal. This cannot be undone. No order changes and no email is sent.`,
    });
    expect(reviewRow({ ...review, refundPage: null, inLedger: "itself" }, words)).toMatchObject({
      refundQuestion: `Refunds $100.00 to ${customer} through PayPal. This cannot be undone. Once PayPal reports the refund, order ${review.order?.number} becomes Refunded unless it has another payment. ${review.order?.customerEmail} gets an email.`,
    });
    expect(reviewRow(review, words)).toMatchObject({
      refundLabel: "Refund at PayPal",
      refundQuestion: null,
      refundEffect: expect.stringContaining("No money goes back until you make the refund there."),
    });
    const returned = { ...review, isGivenBack: true };
    expect(reviewRow(returned, words)).toMatchObject({
      refundLabel: "Close as already refunded",
      refundQuestion: null,
    });
  });
});
