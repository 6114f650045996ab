import { expect, onTestFinished, test } from "vitest";
import type { Order } from "#orders/order.ts";
import { lockOrder } from "#orders/order-store.server.ts";
import { placeOrder } from "#orders/placing/place-order.ts";
import { lockTransactions } from "#payments/notifications/notification-outcome.server.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import {
  ada,
  type Shop as OpenShop,
  orderForm,
  owner,
} from "../../../tests/support/orders/shop.ts";
import { ledgerOf, openCheckout, outcomesOf } from "../../../tests/support/payments/checkout.ts";
import { openRefundShop } from "../../../tests/support/payments/refund-shop.ts";
import { enterInLedger } from "../ledger/order-ledger.server.ts";
import { listReviews } from "../review/read-review.server.ts";

type Shop = Pick<OpenShop, "database" | "clock" | "post" | "lifecycle">;

/** Enters a matching payment in the ledger, like the worker of `provider`. */
function enterThrough(provider: string, shop: Shop, order: Order, id: string) {
  return shop.database.write(async (tx) => {
    await lockTransactions(tx, provider, [id]);
    const locked = await lockOrder(tx, order.id);
    if (locked === undefined) throw new Error("There is no such order.");
    const entry = { kind: "payment", amountCents: 14_900, parentTransactionId: null } as const;
    const from = { provider, transactionId: id, notificationId: null, author: provider };
    await enterInLedger(tx, shop, locked, { ...entry, ...from, at: shop.clock() });
  });
}

describeOnEachDatabase("A payment that PayPal reports in both protocols", (openDatabase) => {
  /** An IPN message about a payment that was captured through the REST protocol. */
  async function withNotice() {
    const scene = await openCheckout(await openDatabase());
    const notice = (txn_id = "TXN1") => scene.message({ custom: "of-the-other", txn_id });
    return { ...scene, notice };
  }

  test("is applied once when the notification of the older protocol arrives second", async () => {
    const { arrive, notice, order, shop } = await withNotice();
    await enterThrough("paypal", shop, order, "TXN1");
    await arrive(notice());
    expect(await outcomesOf(shop)).toEqual(["no-effect"]);
    expect(await ledgerOf(shop)).toHaveLength(1);
  });

  test("cannot be accepted, linked or refunded a second time", async () => {
    const { arrive, decide, notice, onlyReview, order, shop } = await withNotice();
    const other = await placeOrder(shop, ada, orderForm);
    await arrive(notice());
    await enterThrough("paypal", shop, order, "TXN1");
    const { id } = await onlyReview();
    const inBoth = expect.stringContaining(
      "already applied. The provider has reported it in two formats",
    );
    for (const [decision, message] of [
      ["accept", inBoth],
      ["link", inBoth],
      ["refund", expect.stringContaining("Another notification")],
    ]) {
      const input = { decision, ...(decision === "link" && { order: String(other.number) }) };
      await expect(decide(id, input)).rejects.toMatchObject({ code: "conflict", message });
    }
    expect(await ledgerOf(shop)).toHaveLength(1);
    await decide(id, { decision: "dismiss", note: "Told twice" });
  });

  test("is refunded only through the protocol that reported it first", async () => {
    const { arrive, decide, message, onlyReview, order, shop } = await withNotice();
    await enterThrough("paypal", shop, order, "TXN1");
    const back = { payment_status: "Refunded", txn_id: "R1", parent_txn_id: "TXN1" };
    await arrive(message({ ...back, mc_gross: "-149.00" }));
    const { id, reason, refusals } = await onlyReview();
    expect(reason).toContain("The provider also reports this payment and its refunds");
    const elsewhere = expect.stringContaining("and its refunds in two formats");
    expect(refusals).toMatchObject({ accept: elsewhere, link: elsewhere, dismiss: null });
    await expect(decide(id, { decision: "accept" })).rejects.toMatchObject({ code: "conflict" });
    expect(await ledgerOf(shop)).toHaveLength(1);
  });

  test("is applied once when the notification of the newer protocol arrives second", async () => {
    const shop = await openRefundShop(await openDatabase());
    onTestFinished(() => shop.api.close());
    await enterThrough("paypal-standard", shop, shop.order, "CAP");
    const before = await ledgerOf(shop);
    const amount = { value: "149.00", currency_code: "USD" };
    await shop.tell({ id: "CAP", status: "COMPLETED", amount }, "PAYMENT.CAPTURE.COMPLETED");
    expect(await ledgerOf(shop)).toEqual(before);
    expect((await Array.fromAsync(listReviews(shop, owner))).flat()).toEqual([]);
  });

  test("is applied once if an admin links one notification while a worker applies the other notification to another order", async () => {
    const { arrive, decide, notice, onlyReview, order, shop } = await withNotice();
    const rounds = Array.from({ length: 5 }, (_, round) => `T${round}`);
    for (const transactionId of rounds) {
      const other = await placeOrder(shop, ada, orderForm);
      await arrive(notice(transactionId));
      const { id } = await onlyReview();
      const [link] = await Promise.allSettled([
        decide(id, { decision: "link", order: String(other.number) }),
        enterThrough("paypal", shop, order, transactionId),
      ]);
      if (link.status === "rejected") await decide(id, { decision: "dismiss", note: "Twice" });
    }
    expect(await ledgerOf(shop)).toHaveLength(rounds.length);
  });
});
