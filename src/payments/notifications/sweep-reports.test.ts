import { afterAll, expect, test } from "vitest";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { openSandboxShop, type SandboxShop } from "../../../tests/support/payments/sandbox-shop.ts";
import { scaled } from "../../../tests/support/time-limits.ts";
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
});
