import { afterEach, beforeEach, expect, test } from "vitest";
import { describeOnEachDatabase } from "../../tests/support/databases.ts";
import {
  ada,
  formType,
  notificationFor,
  openShop,
  orderInCheckout,
} from "../../tests/support/shop.ts";
import { openVerifier, type Verifier } from "../../tests/support/verifier.ts";
import { findOrder } from "../orders/find-order.ts";
import type { Database } from "../platform/database.ts";
import { finishNotification, pruneWithoutEffect } from "./notification-outcome.server.ts";
import { claimNotification } from "./notification-store.server.ts";
import { verifyNextNotification } from "./verify-notification.ts";
import { startVerifying } from "./verify-notifications.ts";

const second = 1000;
const day = 24 * 60 * 60 * second;

let verifier: Verifier;
beforeEach(async () => {
  verifier = await openVerifier("VERIFIED");
});
afterEach(() => verifier.close());

describeOnEachDatabase("Verifying", (openDatabase) => {
  type Checkout = Awaited<ReturnType<typeof checkout>>;
  async function checkout(isLive = true) {
    const shop = await openShop(await openDatabase(), { verifyUrl: verifier.url, isLive });
    const { order, fields } = await orderInCheckout(shop);
    return {
      shop,
      database: shop.database,
      time: shop.time,
      verifyAll: shop.verifyAll,
      receive: (otherwise?: Record<string, string>) =>
        shop.payments.receive(notificationFor(fields, otherwise), formType),
      status: async () => (await findOrder(shop, ada, order.id)).paymentStatus,
    };
  }

  const stored = ({ read }: Database) =>
    read
      .selectFrom("payment_notifications")
      .select(["state", "outcome", "outcome_reason", "verify_attempts", "next_attempt_at"])
      .orderBy("id")
      .execute();

  test("keeps a forged message, and gives it no effect", async () => {
    const { database, time, receive, verifyAll, status } = await checkout();
    verifier.answer = "INVALID";
    await receive();
    for (let round = 0; round < 20; round++) {
      await verifyAll();
      time.now += 10 * 60 * second;
    }
    expect(await status()).toBe("UnPaid");
    expect(await stored(database)).toMatchObject([
      { state: "invalid", outcome: "no-effect", verify_attempts: 8, next_attempt_at: null },
    ]);
  });

  test("asks only once about a forged message that names no attempt", async () => {
    const { database, receive, verifyAll } = await checkout();
    verifier.answer = "INVALID";
    await receive({ custom: "made-up" });
    await verifyAll();
    expect(await stored(database)).toMatchObject([
      { state: "invalid", verify_attempts: 1, next_attempt_at: null },
    ]);
  });

  test("does not let a forgery block the genuine message", async () => {
    const { receive, verifyAll, status } = await checkout();
    verifier.answer = "INVALID";
    await receive();
    await verifyAll();
    verifier.answer = "VERIFIED";
    await receive();
    await verifyAll();
    expect(await status()).toBe("Paid");
  });

  async function expectRetried({ database, time, verifyAll, status }: Checkout) {
    await verifyAll();
    expect(await status()).toBe("UnPaid");
    const [waiting] = await stored(database);
    expect(waiting?.next_attempt_at).toBeGreaterThan(time.now);
    expect(waiting?.next_attempt_at).toBeLessThanOrEqual(time.now + second);
    const asked = verifier.asked.length;
    await verifyAll();
    expect(verifier.asked).toHaveLength(asked);
    time.now += second;
  }

  test.each<[string, Verifier["answer"]]>([
    ["INVALID", "INVALID"],
    ["a page", "<html></html>"],
    ["an error", (response) => response.writeHead(500).end("VERIFIED")],
    ["a redirect", (response) => response.writeHead(302, { location: "/" }).end("VERIFIED")],
    ["a closed connection", (response) => response.destroy()],
  ])("survives %s, and pays when the verifier recovers", async (_what, answer) => {
    const open = await checkout();
    verifier.answer = answer;
    await open.receive();
    await expectRetried(open);
    verifier.answer = "VERIFIED";
    await open.verifyAll();
    expect(await open.status()).toBe("Paid");
  });

  test("survives that the verifier is away, and pays when it is back", async () => {
    const open = await checkout();
    await verifier.close();
    await open.receive();
    await expectRetried(open);
    verifier = await openVerifier("VERIFIED", Number(new URL(verifier.url).port));
    await open.verifyAll();
    expect(await open.status()).toBe("Paid");
  });

  test("waits longer each time, and after four days asks a person", async () => {
    const { database, time, receive, verifyAll } = await checkout();
    verifier.answer = "?";
    await receive();
    const waits: number[] = [];
    for (let round = 0; round < 14; round++) {
      await verifyAll();
      const next = (await stored(database))[0]?.next_attempt_at ?? 0;
      waits.push(next - time.now);
      time.now = next;
    }
    expect(waits.slice(0, 6)).toEqual(waits.slice(0, 6).sort((a, b) => a - b));
    expect(Math.max(...waits)).toBeLessThanOrEqual(10 * 60 * second);
    expect(Math.max(...waits)).toBeGreaterThan(7 * 60 * second);
    time.now += 4 * day;
    await verifyAll();
    expect(await stored(database)).toMatchObject([
      { state: "unanswered", outcome: "review", next_attempt_at: null },
    ]);
  });

  test("asks nobody about a test message where real money is taken", async () => {
    const live = await checkout();
    await live.receive({ test_ipn: "1" });
    await live.verifyAll();
    expect(verifier.asked).toHaveLength(0);
    expect(await live.status()).toBe("UnPaid");
    expect(await stored(live.database)).toMatchObject([{ state: "ignored", outcome: "no-effect" }]);

    const pretended = await checkout(false);
    await pretended.receive({ test_ipn: "1" });
    await pretended.verifyAll();
    expect(await pretended.status()).toBe("Paid");
  });

  test("gives each message to one of many workers", async () => {
    const { database, time, receive } = await checkout();
    for (let index = 0; index < 5; index++) await receive({ txn_id: `T${index}` });
    const claim = { provider: "paypal-standard", now: time.now, leaseMs: 1000 };
    const claiming = Array.from({ length: 20 }, () => claimNotification(database, claim));
    const claimed = (await Promise.all(claiming)).filter((given) => given !== undefined);
    expect(new Set(claimed.map(({ id }) => id)).size).toBe(claimed.length);
    const later = { ...claim, now: time.now + 1000 };
    expect(await claimNotification(database, later)).toBeDefined();
  });

  test("lets a message be finished once", async () => {
    const { database, time, receive } = await checkout();
    await receive();
    const claim = { provider: "paypal-standard", now: time.now, leaseMs: 1000 };
    const { id = "" } = (await claimNotification(database, claim)) ?? {};
    const finish = () =>
      database.write((tx) =>
        finishNotification(tx, {
          id,
          state: "verified",
          now: time.now,
          nextAttemptAt: null,
          message: null,
        }),
      );
    expect((await Promise.all([finish(), finish()])).sort()).toEqual([false, true]);
  });

  test("takes up again what a process had in hand when it died", async () => {
    const { shop, database, receive, status } = await checkout();
    await receive();
    const claim = { provider: "paypal-standard", now: shop.time.now, leaseMs: day };
    expect(await claimNotification(database, claim)).toBeDefined();
    const worker = await startVerifying(shop);
    await expect.poll(status).toBe("Paid");
    await worker.stop();
  });

  test("is woken by a message, and breaks off when it is stopped", async () => {
    const { shop, receive, status, database } = await checkout();
    const worker = await shop.payments.startVerifying();
    await receive();
    await expect.poll(status, { timeout: 900 }).toBe("Paid");

    verifier.answer = () => {};
    await receive({ txn_id: "TXN2" });
    await expect.poll(() => verifier.asked.length).toBe(2);
    const before = performance.now();
    await worker.stop();
    expect(performance.now() - before).toBeLessThan(1000);
    const [, waiting] = await stored(database);
    expect(waiting).toMatchObject({ state: "received", next_attempt_at: shop.time.now });
  });

  test("asks first about what names an attempt, however much else waits", async () => {
    const { shop, receive, status } = await checkout();
    for (let index = 0; index < 20; index++) await receive({ custom: `made-up ${index}` });
    await receive();
    await verifyNextNotification(shop, new AbortController().signal);
    expect(await status()).toBe("Paid");
  });

  test("takes no more than a thousand messages that name no attempt, and the genuine one", async () => {
    const { shop, receive, status } = await checkout();
    const flood = Array.from({ length: 1100 }, (_, index) =>
      receive({ custom: `made-up ${index}` }),
    );
    const results = await Promise.allSettled(flood);
    const refused = results.filter((result) => result.status === "rejected");
    // At once, a few more than the bound may look before the others are there.
    expect(refused.length).toBeGreaterThan(50);
    expect(refused[0]?.reason).toMatchObject({ code: "unavailable" });
    await receive();
    await verifyNextNotification(shop, new AbortController().signal);
    expect(await status()).toBe("Paid");
  });

  test("prunes what had no effect, oldest first, and nothing else", async () => {
    const { database, time, receive, verifyAll } = await checkout();
    for (let index = 0; index < 4; index++) {
      verifier.answer = index === 0 ? "VERIFIED" : "INVALID";
      await receive({ txn_id: `T${index}`, custom: index === 0 ? "made-up" : "made-up too" });
      await verifyAll();
      time.now += 1;
    }
    await database.write((tx) => pruneWithoutEffect(tx, 1));
    const rows = await database.read
      .selectFrom("payment_notifications")
      .select("transaction_id")
      .orderBy("id")
      .execute();
    expect(rows.map((row) => row.transaction_id)).toEqual(["T0", "T3"]);
  });
});
