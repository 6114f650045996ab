import { afterAll, expect, test } from "vitest";
import { placeOrder } from "#orders/placing/place-order.ts";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { ada } from "../../../tests/support/orders/shop.ts";
import {
  approve,
  openSandboxShop,
  purchaseOf,
  type SandboxShop,
} from "../../../tests/support/payments/sandbox-shop.ts";
import { monthlyForm } from "../../../tests/support/subscriptions/subscription-shop.ts";
import { scaled } from "../../../tests/support/time-limits.ts";
import { recordAttempt } from "../attempts/payment-attempt-store.server.ts";
import { clockAheadMs, sweepNext } from "./sweep-reports.ts";

const patience = { timeout: scaled(20_000), interval: 100 };

describeStore("A sweep for lost notifications", (openDatabase) => {
  const shops: SandboxShop[] = [];
  afterAll(() => Promise.all(shops.map((shop) => shop.close())));

  async function openShop() {
    const shop = await openSandboxShop(await openDatabase(), "stripe");
    shops.push(shop);
    let found = 0;
    const onFound = () => {
      found++;
      shop.payments.wake();
    };
    const sweep = (provider = shop.provider) =>
      sweepNext({ ...shop, providers: () => [provider], onFound }, new AbortController().signal);
    const passTenMinutes = () =>
      shop.database.write((tx) =>
        tx
          .updateTable("payment_sweeps")
          .set(({ eb }) => ({ due_at: eb("due_at", "-", 10 * 60_000) }))
          .execute(),
      );
    return { shop, sweep, passTenMinutes, timesFound: () => found };
  }

  test("applies a payment whose event was lost, once, and asks again after ten minutes", async () => {
    const { shop, sweep, passTenMinutes, timesFound } = await openShop();
    const { status, ledger } = await shop.buy("lost");
    expect(await status()).toBe("UnPaid");
    expect(await sweep()).toBe(true);
    expect(await sweep()).toBe(false);
    await expect.poll(status, patience).toBe("Paid");
    await passTenMinutes();
    expect(await sweep()).toBe(true);
    expect(await ledger()).toEqual([14900]);
    expect(timesFound()).toBe(1);
  });

  test("stores nothing that has arrived, and measures the clock", async () => {
    const { shop, sweep, timesFound } = await openShop();
    const { status } = await shop.buy("completed");
    await expect.poll(status, patience).toBe("Paid");
    expect(await sweep()).toBe(true);
    expect(timesFound()).toBe(0);
    const swept = shop.database.read.selectFrom("payment_sweeps").select("clock_ahead_ms");
    expect(await swept.execute()).toEqual([{ clock_ahead_ms: expect.any(Number) }]);
    expect(Math.abs(await clockAheadMs(shop.database.read))).toBeLessThan(scaled(5000));
  });

  test("asks no provider that no customer was sent to", async () => {
    const { sweep } = await openShop();
    expect(await sweep()).toBe(false);
  });

  test("tries again later when the provider does not answer", async () => {
    const { shop, sweep, passTenMinutes } = await openShop();
    await shop.buy("denied");
    const silent = { ...shop.provider, sweep: () => Promise.reject(new Error("No answer.")) };
    expect(await sweep(silent)).toBe(true);
    expect(await sweep(silent)).toBe(false);
    await passTenMinutes();
    expect(await sweep(silent)).toBe(true);
  });

  test("stores lost payments and states of a subscription, and nothing that it knows", async () => {
    const { shop } = await openShop();
    const order = await placeOrder(shop, ada, monthlyForm);
    const attempt = await shop.database.write((tx) =>
      recordAttempt(tx, {
        orderReference: order.id,
        provider: shop.provider.name,
        amountCents: order.priceCents,
        currency: "USD",
        receiver: "till@example.org",
        createdAt: shop.clock(),
      }),
    );
    const address = `http://localhost:${shop.port}/received-payment/${order.id}`;
    const checkout = {
      description: "SEO plan",
      returnUrl: address,
      cancelUrl: address,
      customerEmail: "ada@example.com",
    };
    const { priceCents } = order;
    const terms = {
      planName: "Premium",
      interval: "monthly",
      priceCents,
      currency: "USD",
    } as const;
    const payments = shop.payments.through(shop.provider.name);
    if (payments === undefined) throw new Error("The shop takes no payments.");
    const handOff = await payments.startCheckout(attempt, checkout, terms);
    await approve(handOff, { action: "pay", outcome: "lost" });
    const { status } = purchaseOf(shop.database, order.id);
    expect(await status()).toBe("UnPaid");
    const [subscription] = await shop.database.read
      .selectFrom("sandbox_orders")
      .select("document")
      .execute();
    const { subscriptionId } = JSON.parse(subscription?.document ?? "{}");
    const sweep = () =>
      payments.sweepSubscriptions([subscriptionId], 0, new AbortController().signal);
    expect(await sweep()).toBe(2);
    await expect.poll(status, patience).toBe("Paid");
    expect(await sweep()).toBe(0);
    const page = shop.provider.subscriptions?.ownerPage(subscriptionId) ?? "";
    const body = new URLSearchParams({ action: "turn", outcome: "paid-lost" });
    expect((await fetch(page, { method: "POST", body })).status).toBe(200);
    expect(await sweep()).toBe(2);
    expect(await sweep()).toBe(0);
  });
});
