import { afterEach, beforeEach, expect, test } from "vitest";
import { newId } from "#platform/ids.ts";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { scansOf } from "../../../tests/support/databases/query-plans.ts";
import { recordStatements } from "../../../tests/support/databases/statements.ts";
import {
  ben,
  formHeaders,
  notificationFor,
  orderInCheckout,
} from "../../../tests/support/orders/shop.ts";
import { openCheckout, outcomesOf } from "../../../tests/support/payments/checkout.ts";
import { openVerifier, type Verifier } from "../../../tests/support/payments/verifier.ts";
import { pruneWithoutEffect } from "./notification-outcome.server.ts";
import { type VerifyDependencies, verifyNextNotification } from "./verify-notification.ts";

const verifyNext = (shop: VerifyDependencies) =>
  verifyNextNotification(shop, new AbortController().signal);

const madeUp = (turn: number) => ({
  id: newId(),
  provider: "paypal-standard",
  received_at: 0,
  content_type: "",
  headers: "{}",
  source: "provider" as const,
  raw: Buffer.from("x"),
  state: "received" as const,
  turn,
  attempts: 0,
  due_at: 0,
  attempt_id: newId(),
  expected: 1,
});

let verifier: Verifier;
beforeEach(async () => {
  verifier = await openVerifier("VERIFIED");
});
afterEach(() => verifier.close());

describeStore("Many notifications", (openDatabase) => {
  const checkout = async () => {
    const open = await openCheckout(await openDatabase(), { verifyUrl: verifier.url });
    return {
      ...open,
      database: open.shop.database,
      time: open.shop.time,
      receive: (otherwise?: Record<string, string>) => open.receive(open.message(otherwise)),
    };
  };

  test("are deleted, except for a notification that still has to be verified", async () => {
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

  test("about three attempts do not delay the first notification of a fourth attempt", async () => {
    const { shop, time, receive, status } = await checkout();
    for (let attempt = 0; attempt < 3; attempt++) {
      const { fields } = await orderInCheckout(shop, ben);
      for (let index = 0; index < 20; index++) {
        const made = notificationFor(fields, { txn_id: `F${attempt}-${index}` });
        await shop.payments.receive(made, formHeaders);
      }
    }
    time.now += 1;
    await receive();
    let asked = 0;
    verifier.answer = (response) => {
      asked += 1;
      response.writeHead(200).end("VERIFIED");
    };
    while ((await status()) !== "Paid" && asked < 60) await verifyNext(shop);
    expect(asked).toBe(4);
  });

  test("that the provider denied are verified again only after new notifications", async () => {
    const { shop, time, receive, status } = await checkout();
    verifier.answer = "INVALID";
    for (let attempt = 0; attempt < 3; attempt++) {
      const { fields } = await orderInCheckout(shop, ben);
      await shop.payments.receive(notificationFor(fields, { txn_id: `F${attempt}` }), formHeaders);
    }
    await shop.verifyAll();
    time.now += 60_000;
    await receive();
    verifier.answer = "VERIFIED";
    await verifyNext(shop);
    expect(await status()).toBe("Paid");
  });

  test("about one attempt are refused when twenty notifications already wait", async () => {
    const { shop, receive } = await checkout();
    for (let index = 0; index < 20; index++) await receive({ txn_id: `T${index}` });
    await expect(receive({ txn_id: "T20" })).rejects.toMatchObject({ code: "unavailable" });
    await verifyNext(shop);
    await receive({ txn_id: "T20" });
  });

  test("about many attempts are limited to 2000 first notifications and 1000 further notifications", async () => {
    const { database, receive } = await checkout();
    const waiting = (turn: number, count: number) =>
      database.write(async (tx) => {
        for (let made = 0; made < count; made += 100) {
          const rows = Array.from({ length: 100 }, () => madeUp(turn));
          await tx.insertInto("payment_notifications").values(rows).execute();
        }
      });
    await waiting(1, 1000);
    await receive();
    await expect(receive({ txn_id: "T2" })).rejects.toMatchObject({ code: "unavailable" });
    await database.write((tx) => tx.deleteFrom("payment_notifications").execute());
    await waiting(0, 2000);
    await expect(receive()).rejects.toMatchObject({ code: "unavailable" });
  });

  test("are queued without a scan of the whole table", async () => {
    const { shop, database, receive } = await checkout();
    const recorder = recordStatements();
    await receive();
    await verifyNext(shop);
    recorder.stop();
    const asked = recorder
      .take()
      .filter(({ sql }) => /^select .*"payment_notifications" where .*"due_at"/s.test(sql));
    expect(asked.length).toBeGreaterThan(2);
    const scans = asked.map((statement) =>
      scansOf(database, statement, (table) => table === "payment_notifications"),
    );
    expect((await Promise.all(scans)).flat()).toEqual([]);
  });

  test("that the provider denied are deleted oldest first; verified notifications and reviews stay", async () => {
    const { shop, database, time, receive } = await checkout();
    const tell = async (answer: string, txn_id: string, custom: string) => {
      verifier.answer = answer;
      await receive({ txn_id, custom });
      await shop.verifyAll();
      time.now += 1;
    };
    await tell("VERIFIED", "T0", "made-up");
    // A duplicate that names another attempt needs review.
    await tell("VERIFIED", "T0", "made-up again");
    for (const id of ["T1", "T2", "T3"]) await tell("INVALID", id, "made-up too");
    await database.write((tx) => pruneWithoutEffect(tx, 1));
    const rows = await database.read
      .selectFrom("payment_notifications")
      .select(["transaction_id", "state"])
      .orderBy("id")
      .execute();
    expect(rows.map((row) => `${row.transaction_id} ${row.state}`)).toEqual([
      "T0 verified",
      "T0 duplicate",
      "T3 invalid",
    ]);
  });
});
