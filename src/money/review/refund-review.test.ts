import { afterEach, expect, test } from "vitest";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { owner } from "../../../tests/support/orders/shop.ts";
import { ledgerOf } from "../../../tests/support/payments/checkout.ts";
import {
  openProtocolRefunds,
  type ProtocolRefunds,
} from "../../../tests/support/payments/protocol-refunds.ts";
import { describeRefundingProtocols } from "../../../tests/support/payments/protocols.ts";
import { paymentsOfOrder } from "../receipts/payments-of-order.ts";
import { listReviews } from "./read-review.server.ts";
import { resolveReview } from "./resolve-review.ts";
import type { Review } from "./review.ts";

let shop: ProtocolRefunds;
afterEach(() => shop.api.close());

const again = "CAPTURE-2";

/** Reports a second payment of the order and returns its review. */
async function openReviewOfSecondPayment(opened: ProtocolRefunds): Promise<Review> {
  shop = opened;
  await shop.tellPayment(shop.order.id, { id: again });
  const [review] = await reviews();
  if (review === undefined) throw new Error("The second payment is not for review.");
  return review;
}

async function reviews(): Promise<readonly Review[]> {
  return (await Array.fromAsync(listReviews(shop, owner))).flat();
}

const refundIt = (id: string) => resolveReview(shop, owner, id, { decision: "refund" });
const leftOfIt = async () =>
  (await paymentsOfOrder(shop, owner, shop.order.id)).find((one) => one.transactionId === again)
    ?.leftCents;
const centsAsked = () => shop.api.asked().map(({ cents }) => cents);
const refundOf = (id: string, cents: number) => shop.refundOf(id, cents, { of: again });
const returned = async () =>
  (await ledgerOf(shop)).flatMap(({ kind, amount_cents }) =>
    kind === "refund" ? amount_cents : [],
  );

describeOnEachDatabase("A review decided by a refund", (openDatabase, engine) => {
  describeRefundingProtocols((protocol) => {
    const open = async () =>
      openReviewOfSecondPayment(await openProtocolRefunds(await openDatabase(), protocol));

    test("refunds the rest of the payment after a partial refund", async () => {
      const { id } = await open();
      shop.api.answers(refundOf("R1", 4900));
      await shop.refund({ transactionId: again, amountCents: 4900, key: "part" });
      shop.api.answers(refundOf("R2", 10_000));
      expect(await refundIt(id)).toMatchObject({ resolution: "refunded" });
      expect(centsAsked()).toEqual([4900, 10_000]);
      expect((await shop.requests()).map((one) => [one.id, one.amount_cents]).sort()).toEqual([
        [id, 10_000],
        ["part", 4900],
      ]);
      await shop.verifyAll();
      expect([await returned(), await leftOfIt(), await reviews()]).toEqual([
        [-4900, -10_000],
        0,
        [],
      ]);
    });

    test("cannot be decided while another refund of the payment is in progress", async () => {
      const { id } = await open();
      shop.api.failsOnce();
      await shop.refund({ transactionId: again, key: "part" });
      const asked = centsAsked().length;
      await expect(refundIt(id)).rejects.toMatchObject({
        code: "conflict",
        message: expect.stringContaining("still in progress"),
      });
      expect(centsAsked()).toHaveLength(asked);
      expect(await reviews()).toHaveLength(1);
    });

    test("stays open while the result of the refund is unknown, and closes when the decision is repeated", async () => {
      const { id } = await open();
      shop.api.failsOnce();
      await expect(refundIt(id)).rejects.toMatchObject({ code: "unavailable" });
      expect(await reviews()).toHaveLength(1);
      shop.time.now += 60_000;
      shop.api.answers(refundOf("R1", 14_900));
      expect(await shop.sendNext()).toBe(true);
      // In the second run of this loop, the ledger has the refund.
      for (const isKnown of [false, true]) {
        if (isKnown) await shop.verifyAll();
        expect((await reviews())[0]?.refusals.refund).toBeNull();
      }
      expect(await refundIt(id)).toMatchObject({ resolution: "refunded" });
      expect(new Set(shop.keysAsked())).toEqual(new Set([id]));
      expect([await returned(), await reviews()]).toEqual([[-14_900], []]);
    });

    test("stays open when the provider refuses the refund, and can be decided again", async () => {
      const { id } = await open();
      shop.api.refusesOnce();
      await expect(refundIt(id)).rejects.toMatchObject({ code: "conflict" });
      expect(await reviews()).toHaveLength(1);
      shop.api.answers(refundOf("R1", 14_900));
      expect(await refundIt(id)).toMatchObject({ resolution: "refunded" });
      expect(new Set(shop.keysAsked())).toEqual(new Set([id, `${id}-1`]));
      await shop.verifyAll();
      expect(await returned()).toEqual([-14_900]);
    });

    test("makes one refund when two admins decide at the same time", async () => {
      const { id } = await open();
      shop.api.answers(refundOf("R1", 14_900), refundOf("R1", 14_900));
      const settled = await Promise.allSettled([refundIt(id), refundIt(id)]);
      expect(settled.some(({ status }) => status === "fulfilled")).toBe(true);
      expect(new Set(shop.keysAsked())).toEqual(new Set([id]));
      await shop.verifyAll();
      expect([await returned(), await reviews()]).toEqual([[-14_900], []]);
    });
  }, engine);
});
