import { afterEach, beforeEach, expect, test } from "vitest";
import { openCheckout, outcomesOf } from "../../tests/support/checkout.ts";
import { describeOnEachDatabase } from "../../tests/support/databases.ts";
import { openVerifier, type Verifier } from "../../tests/support/verifier.ts";
import { pruneWithoutEffect } from "./notification-outcome.server.ts";
import { verifyNextNotification } from "./verify-notification.ts";

let verifier: Verifier;
beforeEach(async () => {
  verifier = await openVerifier("VERIFIED");
});
afterEach(() => verifier.close());

describeOnEachDatabase("A flood of notifications", (openDatabase) => {
  const checkout = async () => {
    const open = await openCheckout(await openDatabase(), verifier.url);
    return {
      ...open,
      database: open.shop.database,
      time: open.shop.time,
      receive: (otherwise?: Record<string, string>) => open.receive(open.message(otherwise)),
    };
  };

  test("stands behind what names an attempt", async () => {
    const { shop, time, receive, status } = await checkout();
    for (let index = 0; index < 20; index++) await receive({ custom: `made-up ${index}` });
    time.now += 1;
    await receive();
    await verifyNextNotification(shop, new AbortController().signal);
    expect(await status()).toBe("Paid");
  });

  test("is taken up to a thousand messages that name no attempt, and the genuine one", async () => {
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

  test("does not make forgotten what the provider is still to be asked about", async () => {
    const { shop, database, time, receive, status } = await checkout();
    verifier.answer = "INVALID";
    await receive();
    await shop.verifyAll();
    time.now += 1;
    await receive({ txn_id: "T2", custom: "made-up" });
    await shop.verifyAll();
    await database.write((tx) => pruneWithoutEffect(tx, 1));
    await database.write((tx) => pruneWithoutEffect(tx, 0));
    verifier.answer = "VERIFIED";
    time.now += 60_000;
    await shop.verifyAll();
    expect(await status()).toBe("Paid");
    expect(await outcomesOf(shop)).toEqual(["applied"]);
  });

  test("is forgotten where it had no effect, oldest first, and nothing else", async () => {
    const { shop, database, time, receive } = await checkout();
    for (let index = 0; index < 4; index++) {
      verifier.answer = index === 0 ? "VERIFIED" : "INVALID";
      await receive({ txn_id: `T${index}`, custom: index === 0 ? "made-up" : "made-up too" });
      await shop.verifyAll();
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
