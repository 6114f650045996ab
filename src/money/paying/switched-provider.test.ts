import { afterEach, beforeEach, expect, test } from "vitest";
import { createEarlierProviders, type ProviderName } from "#payments/providers.ts";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { formHeaders, type openShop, owner } from "../../../tests/support/orders/shop.ts";
import { openCheckout, outcomesOf } from "../../../tests/support/payments/checkout.ts";
import { paymentsThrough } from "../../../tests/support/payments/payments-through.ts";
import {
  createProvider,
  providerSettings,
} from "../../../tests/support/payments/provider-settings.ts";
import { openRefundShop } from "../../../tests/support/payments/refund-shop.ts";
import { openVerifier, type Verifier } from "../../../tests/support/payments/verifier.ts";
import { waitFor } from "../../../tests/support/wait-for.ts";
import { orderNotifications } from "../ledger/order-notifications.ts";
import { paymentsOfOrder } from "../receipts/payments-of-order.ts";
import { refundPayment } from "../refunds/refund-payment.ts";
import { listReviews } from "../review/read-review.server.ts";

type Shop = Awaited<ReturnType<typeof openShop>>;

function switched(shop: Omit<Shop, "configuration">) {
  const provider = createProvider("sandbox", providerSettings);
  const payments = paymentsThrough({ ...shop, provider, earlierProviders: [shop.provider] });
  return { ...shop, provider, payments };
}

let verifier: Verifier;
beforeEach(async () => {
  verifier = await openVerifier();
});
afterEach(() => verifier.close());

describeStore("A former provider", (openDatabase) => {
  test("still completes open checkouts, and its notifications can still be read", async () => {
    const checkout = await openCheckout(await openDatabase());
    const shop = switched(checkout.shop);
    await shop.payments.through("paypal-standard")?.receive(checkout.message(), formHeaders);
    const worker = await shop.payments.startVerifying();
    await waitFor(async () => expect(await checkout.status()).toBe("Paid"));
    await worker.stop();
    const [message] = await orderNotifications(shop, owner, checkout.order.id);
    expect(message).toMatchObject({ grossCents: 14_900, currency: "USD" });
    const [payment] = await paymentsOfOrder(shop, owner, checkout.order.id);
    expect(payment?.wayBack.kind).toBe("page");
  });

  test("keeps its payments in review, and an admin can still accept them", async () => {
    const checkout = await openCheckout(await openDatabase());
    await checkout.arrive(checkout.message({ mc_gross: "1.00" }));
    expect(await outcomesOf(checkout.shop)).toEqual(["review"]);
    for await (const [review] of listReviews(switched(checkout.shop), owner)) {
      expect(review).toMatchObject({ message: { grossCents: 100 }, refusals: { accept: null } });
    }
  });

  test("still refunds the payments that it received", async () => {
    const earlier = await openRefundShop(await openDatabase());
    const shop = switched(earlier);
    earlier.api.will([201, earlier.refundOf("R1", "49.00")]);
    const refund = { amountCents: 4900, key: "01a2003e-d112-7e59-b4aa-8ca38d1a22a3" };
    const { order, transactionId } = earlier;
    const given = { ...refund, orderId: order.id, transactionId };
    expect(await refundPayment(shop, owner, given)).toMatchObject({ state: "done" });
    expect(earlier.keysAsked()).toEqual([refund.key]);
    await earlier.api.close();
  });
});

test("all other configured providers still receive notifications", () => {
  const withoutAccounts = {
    ...providerSettings,
    paypalCredentials: undefined,
    stripeKeys: undefined,
  };
  const heard = (inUse: ProviderName, settings = providerSettings) =>
    createEarlierProviders([inUse], settings).map(({ name }) => name);
  expect(heard("sandbox")).toEqual(["sandbox-rest", "sandbox-stripe"]);
  const overRest = { ...providerSettings, sandboxProtocols: ["rest"] } as const;
  expect(heard("sandbox", overRest)).toEqual(["sandbox", "sandbox-stripe"]);
  expect(heard("paypal-standard")).toEqual(["paypal", "stripe"]);
  expect(heard("paypal-standard", withoutAccounts)).toEqual([]);
  expect(heard("paypal")).toEqual(["paypal-standard", "stripe"]);
  expect(heard("stripe")).toEqual(["paypal-standard", "paypal"]);
  const testKeys = { secretKey: "sk_test_x", webhookSecret: "whsec_x" };
  expect(heard("paypal", { ...providerSettings, stripeKeys: testKeys })).toEqual([
    "paypal-standard",
    "stripe-test",
  ]);
});
