import { afterEach, beforeEach, expect, test } from "vitest";
import type { Database } from "#platform/database/database.ts";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { openCheckout } from "../../../tests/support/payments/checkout.ts";
import { openVerifier, type Verifier } from "../../../tests/support/payments/verifier.ts";

const second = 1000;
const day = 24 * 60 * 60 * second;

let verifier: Verifier;
beforeEach(async () => {
  verifier = await openVerifier("VERIFIED");
});
afterEach(() => verifier.close());

describeStore("The verification of notifications", (openDatabase) => {
  type Checkout = Awaited<ReturnType<typeof checkout>>;
  async function checkout(isLive = true) {
    const open = await openCheckout(await openDatabase(), { verifyUrl: verifier.url, isLive });
    return {
      ...open,
      ...open.shop,
      receive: (otherwise?: Record<string, string>) => open.receive(open.message(otherwise)),
    };
  }

  const stored = ({ read }: Database) =>
    read
      .selectFrom("payment_notifications")
      .select(["state", "outcome", "outcome_reason", "attempts", "due_at"])
      .orderBy("id")
      .execute();

  test("gives a forged notification no effect, and asks the provider at most eight times", async () => {
    const { database, time, receive, verifyAll, status } = await checkout();
    verifier.answer = "INVALID";
    await receive();
    for (let round = 0; round < 20; round++) {
      await verifyAll();
      time.now += 10 * 60 * second;
    }
    expect(await status()).toBe("UnPaid");
    expect(await stored(database)).toMatchObject([
      { state: "invalid", outcome: "no-effect", attempts: 8, due_at: null },
    ]);
  });

  test("asks the provider only once about a forged notification that names no attempt", async () => {
    const { database, receive, verifyAll } = await checkout();
    verifier.answer = "INVALID";
    await receive({ custom: "made-up" });
    await verifyAll();
    expect(await stored(database)).toMatchObject([{ state: "invalid", attempts: 1, due_at: null }]);
  });

  test("accepts a genuine notification after a forged notification with the same content", async () => {
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
    expect(waiting?.due_at).toBeGreaterThan(time.now);
    expect(waiting?.due_at).toBeLessThanOrEqual(time.now + second);
    const asked = verifier.asked.length;
    await verifyAll();
    expect(verifier.asked).toHaveLength(asked);
    time.now += second;
  }

  test.each<[string, Verifier["answer"]]>([
    ["the response INVALID", "INVALID"],
    ["an error", (response) => response.writeHead(500).end("VERIFIED")],
  ])(
    "leaves the order unpaid after %s, and marks it as Paid when the provider confirms",
    async (_what, answer) => {
      const open = await checkout();
      verifier.answer = answer;
      await open.receive();
      await expectRetried(open);
      verifier.answer = "VERIFIED";
      await open.verifyAll();
      expect(await open.status()).toBe("Paid");
    },
  );

  test("is retried while the provider cannot be reached, and then marks the order as Paid", async () => {
    const open = await checkout();
    await verifier.close();
    await open.receive();
    await expectRetried(open);
    verifier = await openVerifier("VERIFIED", Number(new URL(verifier.url).port));
    await open.verifyAll();
    expect(await open.status()).toBe("Paid");
  });

  test("waits longer after each failure, and asks an admin for a review after four days", async () => {
    const { database, time, receive, verifyAll } = await checkout();
    verifier.answer = "?";
    await receive();
    const waits: number[] = [];
    for (let round = 0; round < 14; round++) {
      await verifyAll();
      const next = (await stored(database))[0]?.due_at ?? 0;
      waits.push(next - time.now);
      time.now = next;
    }
    expect(waits.slice(0, 6)).toEqual(waits.slice(0, 6).sort((a, b) => a - b));
    expect(Math.max(...waits)).toBeLessThanOrEqual(10 * 60 * second);
    expect(Math.max(...waits)).toBeGreaterThan(7 * 60 * second);
    time.now += 4 * day;
    await verifyAll();
    expect(await stored(database)).toMatchObject([
      { state: "unanswered", outcome: "review", due_at: null },
    ]);
  });

  test("ignores a test notification on a live site, and applies it on a test site", async () => {
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
});
