import { afterAll, beforeAll, expect, test } from "vitest";
import { describeOnEachDatabase } from "../../../../tests/support/databases.ts";
import { openReviews } from "../../../../tests/support/reviews.ts";
import { openVerifier, type Verifier } from "../../../../tests/support/verifier.ts";
import { reviewRow } from "./review-row.server.ts";

let verifier: Verifier;
beforeAll(async () => {
  verifier = await openVerifier("VERIFIED");
});
afterAll(() => verifier.close());

describeOnEachDatabase("A payment review in the panel", (openDatabase) => {
  test.each([
    ["another amount", { mc_gross: "1.00" }, false],
    ["another receiver", { business: "eve@example.org", receiver_email: "" }, true],
    ["another currency", { mc_currency: "EUR" }, true],
    ["no attempt", { custom: "" }, false],
  ])(
    "of a payment with %s is doubtful only if the receiver or the currency differs",
    async (_what, otherwise, isDoubtful) => {
      const scene = await openReviews(await openDatabase(), verifier.url);
      await scene.arrive(scene.message(otherwise));
      const reader = { timeZone: "UTC", offset: 0 } as never;
      const row = reviewRow(await scene.onlyReview(), { reader, payments: scene.shop.payments });
      expect(row.isDoubtful).toBe(isDoubtful);
    },
  );

  test('of a refund that is already applied offers "Mark as seen"', async () => {
    const scene = await openReviews(await openDatabase(), verifier.url);
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
    const row = reviewRow(await scene.onlyReview(), { reader, payments: scene.shop.payments });
    expect(row).toMatchObject({ isInLedger: true, acceptLabel: "Mark as seen" });
  });
});
