import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { openCheckout } from "../../../tests/support/payments/checkout.ts";
import { openVerifier, type Verifier } from "../../../tests/support/payments/verifier.ts";
import { scaled } from "../../../tests/support/time-limits.ts";
import { finishNotification } from "./notification-outcome.server.ts";
import { claimNotification } from "./notification-store.server.ts";
import { releaseNotifications, startVerifying } from "./verify-notification.ts";

let verifier: Verifier;
beforeEach(async () => {
  verifier = await openVerifier("VERIFIED");
});
afterEach(() => verifier.close());

describeOnEachDatabase("Workers that verify notifications", (openDatabase) => {
  const checkout = async () => {
    const open = await openCheckout(await openDatabase(), { verifyUrl: verifier.url });
    return {
      ...open,
      database: open.shop.database,
      time: open.shop.time,
      receive: (otherwise?: Record<string, string>) => open.receive(open.message(otherwise)),
    };
  };

  test("claim each notification once until the lease expires", async () => {
    const { database, time, receive } = await checkout();
    for (let index = 0; index < 5; index++) await receive({ txn_id: `T${index}` });
    const claim = (now: number) => claimNotification(database, "paypal-standard", now);
    const claiming = Array.from({ length: 20 }, () => claim(time.now));
    const claimed = (await Promise.all(claiming)).filter((given) => given !== undefined);
    expect(new Set(claimed.map(({ row }) => row.id)).size).toBe(claimed.length);
    expect(await claim(time.now + 30_000)).toBeDefined();
  });

  test("finish a notification once", async () => {
    const { database, time, receive } = await checkout();
    await receive();
    const claimed = await claimNotification(database, "paypal-standard", time.now);
    if (claimed === undefined) throw new Error("Nothing was due.");
    const finish = () =>
      database.write((tx) =>
        finishNotification(tx, claimed, {
          state: "verified",
          now: time.now,
          dueAt: null,
          message: null,
        }),
      );
    expect((await Promise.all([finish(), finish()])).sort()).toEqual([false, true]);
  });

  test("take over the notifications of a process that died", async () => {
    const { shop, database, receive, status } = await checkout();
    await receive();
    expect(await claimNotification(database, "paypal-standard", shop.time.now)).toBeDefined();
    await releaseNotifications(database);
    const worker = startVerifying({ ...shop, provider: () => shop.provider });
    await expect.poll(status).toBe("Paid");
    await worker.stop();
  });

  test("start at once when a notification arrives, and abort when they are stopped", async () => {
    const { shop, receive, status, database } = await checkout();
    // No timer fires, so only the notification can wake the workers.
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const worker = await shop.payments.startVerifying();
    await receive();
    await expect.poll(status, { timeout: scaled(10_000) }).toBe("Paid");

    verifier.answer = () => {};
    await receive({ txn_id: "TXN2" });
    await expect.poll(() => verifier.asked.length).toBe(2);
    await worker.stop();
    const [, waiting] = await database.read
      .selectFrom("payment_notifications")
      .select(["state", "due_at"])
      .orderBy("id")
      .execute();
    expect(waiting).toMatchObject({ state: "received", due_at: shop.time.now });
  });
});
