import { afterEach, expect, test } from "vitest";
import { findOrder } from "#orders/find-order.ts";
import type { Database } from "#platform/database/database.ts";
import { runDueJob } from "#platform/schedule/scheduled-jobs.server.ts";
import { deliveryJobs } from "#work/deliveries/delivery-by-time.ts";
import { orderDeliveries } from "#work/deliveries/delivery-list.ts";
import { setOrderStatus } from "#work/deliveries/set-order-status.ts";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { ada, owner } from "../../../tests/support/orders/shop.ts";
import { ledgerOf, reviewsOf } from "../../../tests/support/payments/checkout.ts";
import { openRefundShop, type RefundShop } from "../../../tests/support/payments/refund-shop.ts";

const dayMs = 24 * 60 * 60 * 1000;

let shop: RefundShop;
afterEach(() => shop.api.close());

async function openDisputes(database: Database) {
  shop = await openRefundShop(database);
  const { transactionId: seller_transaction_id } = shop;
  const { reviews, onlyReview, decide } = reviewsOf(shop);
  return {
    reviews,
    takenBack: (value: string) =>
      shop.tell(
        { ...shop.refundOf("REV-1", value), custom_id: undefined },
        "PAYMENT.CAPTURE.REVERSED",
      ),
    won: (value: string, dispute_id = "PP-D-1", invoice_number?: string) =>
      shop.tell(
        {
          dispute_id,
          status: "RESOLVED",
          dispute_amount: { value, currency_code: "USD" },
          dispute_outcome: { outcome_code: "RESOLVED_SELLER_FAVOUR" },
          disputed_transactions: [{ seller_transaction_id, invoice_number }],
        },
        "CUSTOMER.DISPUTE.RESOLVED",
      ),
    accept: async (id?: string) => {
      return decide(id ?? (await onlyReview()).id, { decision: "accept" });
    },
    status: async () => (await findOrder(shop, ada, shop.order.id)).paymentStatus,
    cents: async () => (await ledgerOf(shop)).map(({ amount_cents }) => amount_cents),
  };
}

describeStore("A dispute that was won", (openDatabase) => {
  test("gives the customer another seven days to answer a delivery", async () => {
    const { accept, takenBack, won } = await openDisputes(await openDatabase());
    await setOrderStatus(shop, owner, shop.order.id, { orderStatus: "Delivered" });
    const runJobs = async () => {
      const handlers = deliveryJobs(shop.post);
      while (await runDueJob({ ...shop, handlers }));
    };
    const stage = async () => (await orderDeliveries(shop, ada, shop.order.id)).stage;
    await takenBack("149.00");
    shop.time.now += 10 * dayMs;
    await runJobs();
    await won("149.00");
    await accept();
    await runJobs();
    expect(await stage()).toBe("in-review");
    shop.time.now += 7 * dayMs;
    await runJobs();
    expect(await stage()).toBe("in-review");
    shop.time.now += dayMs;
    await runJobs();
    expect(await stage()).toBe("accepted");
  });

  test("is applied to the order of its payment, even if PayPal names another order", async () => {
    const { accept, cents, status, takenBack, won } = await openDisputes(await openDatabase());
    await takenBack("149.00");
    await won("149.00", "PP-D-1", "another");
    expect([await status(), await cents()]).toEqual(["Refunded", [14_900, -14_900]]);
    await accept();
    expect([await status(), await cents()]).toEqual(["Paid", [14_900, -14_900, 14_900]]);
  });

  test("cannot be accepted before the provider has reversed the payment", async () => {
    const { accept, cents, takenBack, won } = await openDisputes(await openDatabase());
    await won("149.00");
    await expect(accept()).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("there is nothing to return"),
    });
    expect(await cents()).toEqual([14_900]);
    await takenBack("149.00");
    await accept();
    expect(await cents()).toEqual([14_900, -14_900, 14_900]);
  });

  test("returns at most the reversed amount, and only once", async () => {
    const { accept, cents, reviews, takenBack, won } = await openDisputes(await openDatabase());
    await takenBack("100.00");
    await won("149.00");
    await won("149.00", "PP-D-2");
    const [first, second] = await reviews();
    const accepted = await Promise.allSettled([accept(first?.id), accept(second?.id)]);
    expect(accepted.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await cents()).toEqual([14_900, -10_000, 10_000]);
  });
});
