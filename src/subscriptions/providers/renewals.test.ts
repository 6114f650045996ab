import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { checkLedger } from "#maintenance/ledger-checks/check-ledger.ts";
import { sqliteDatabases } from "../../../tests/support/databases/sqlite-databases.ts";
import { ada } from "../../../tests/support/orders/shop.ts";
import { openRenewingShop } from "../../../tests/support/subscriptions/renewing-shop.ts";
import { scaled } from "../../../tests/support/time-limits.ts";
import {
  cancelSubscription,
  keepSubscription,
  pauseSubscription,
  resumeSubscription,
} from "../changes/stop-and-go.ts";

const databases = sqliteDatabases();
const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
  await databases.remove();
});

describe.each(["stripe", "rest"] as const)("A subscription that %s charges", (protocol) => {
  async function open() {
    const shop = await openRenewingShop(await databases.open(), protocol);
    opened.push(shop);
    const { id, order } = await shop.subscribe();
    return { ...shop, id, order };
  }

  async function expectSoundLedger(shop: Awaited<ReturnType<typeof open>>) {
    expect((await checkLedger(shop.database.read)).differences).toEqual([]);
  }

  test("has one paid order for each month, however its messages arrive", async () => {
    const shop = await open();
    const { subscription, standing } = await shop.held(shop.id);
    expect(subscription).toMatchObject({ provider: shop.provider.name });
    expect(standing.state).toBe("active");
    for (const outcome of ["paid", "paid-twice", "out-of-order", "recovered"]) {
      await shop.turn(shop.id, outcome);
    }
    expect(await shop.statuses(shop.id)).toEqual(Array(5).fill("Paid"));
    const { cycles } = await shop.held(shop.id);
    expect(cycles.every(({ end }, nth) => nth === 4 || end === cycles[nth + 1]?.start)).toBe(true);
    expect(cycles.map(({ priceCents }) => priceCents)).toEqual(Array(5).fill(49_900));
    await expectSoundLedger(shop);
  });

  test("finds a month whose messages were lost, once", async () => {
    const shop = await open();
    await shop.turn(shop.id, "paid-lost");
    expect(await shop.statuses(shop.id)).toEqual(["Paid"]);
    await shop.sweep();
    await shop.sweep();
    expect(await shop.statuses(shop.id)).toEqual(["Paid", "Paid"]);
    await expectSoundLedger(shop);
  });

  test("owes a month that could not be charged, until its customer pays it once by link", async () => {
    const shop = await open();
    await shop.turn(shop.id, "declined");
    expect(await shop.statuses(shop.id)).toEqual(["Paid", "UnPaid"]);
    expect((await shop.held(shop.id)).standing.state).toBe("past-due");
    expect(await shop.lettersNamed("renewalFailed")).toBe(1);
    const { text_body: told } = await shop.database.read
      .selectFrom("mail_outbox")
      .select("text_body")
      .where("letter", "=", "renewalFailed")
      .executeTakeFirstOrThrow();
    expect(told).toMatch(/Period: .*We work until: .*tries again by itself/s);
    const owed = (await shop.held(shop.id)).cycles[1]?.orderId ?? "";
    await shop.payAtProvider(owed);
    expect(await shop.statuses(shop.id)).toEqual(["Paid", "Paid"]);
    // The provider is told, so that it does not try the card again.
    await shop.sendCalls();
    const calls = await shop.database.read.selectFrom("subscription_calls").selectAll().execute();
    expect(calls).toMatchObject([{ kind: "settle", state: "done" }]);
    await shop.turn(shop.id);
    expect(await shop.statuses(shop.id)).toEqual(["Paid", "Paid", "Paid"]);
    await expectSoundLedger(shop);
  });

  test.each(["by the provider, days later", "by link"])(
    "is not overdue any more when a declined month is paid %s",
    async (way) => {
      const shop = await open();
      await shop.turn(shop.id, "declined");
      const owed = (await shop.held(shop.id)).cycles[1]?.orderId ?? "";
      await (way === "by link" ? shop.payAtProvider(owed) : shop.chargeAgain(shop.id));
      await shop.sendCalls();
      expect(await shop.statuses(shop.id)).toEqual(["Paid", "Paid"]);
      expect((await shop.held(shop.id)).standing.state).toBe("active");
      await shop.turn(shop.id);
      expect(await shop.statuses(shop.id)).toEqual(["Paid", "Paid", "Paid"]);
      expect((await shop.held(shop.id)).standing.state).toBe("active");
      await expectSoundLedger(shop);
    },
  );

  test("owes a declined month through a pause, which begins after it", async () => {
    const shop = await open();
    await shop.turn(shop.id, "declined");
    await pauseSubscription(shop, ada, shop.id, {});
    await shop.sendCalls();
    const paused = await shop.held(shop.id);
    expect(paused.standing).toMatchObject({
      state: "past-due",
      pause: { from: paused.cycles[1]?.end },
    });
    expect(await shop.statuses(shop.id)).toEqual(["Paid", "UnPaid"]);
    await resumeSubscription(shop, ada, shop.id);
    await shop.sendCalls();
    await shop.chargeAgain(shop.id);
    expect(await shop.statuses(shop.id)).toEqual(["Paid", "Paid"]);
    await shop.turn(shop.id);
    const { standing, cycles } = await shop.held(shop.id);
    expect(cycles.map(({ paymentStatus }) => paymentStatus)).toEqual(["Paid", "Paid", "Paid"]);
    expect(standing).toMatchObject({ state: "active", pause: null });
    await expectSoundLedger(shop);
  });

  test("stays active when one month is refunded, and is suspended when three are charged back", async () => {
    const shop = await open();
    await shop.turn(shop.id, "refunded");
    expect(await shop.statuses(shop.id)).toEqual(["Paid", "Refunded"]);
    expect((await shop.held(shop.id)).standing.state).toBe("active");
    await shop.turn(shop.id);
    await shop.turn(shop.id);
    await shop.turn(shop.id, "disputed");
    const { standing } = await shop.held(shop.id);
    expect(standing.state).toBe("suspended");
    await expectSoundLedger(shop);
  });

  test("pauses, resumes and ends at the provider, too", async () => {
    const shop = await open();
    await pauseSubscription(shop, ada, shop.id, {});
    expect(await shop.lettersNamed("subscriptionPaused")).toBe(0);
    await shop.sendCalls();
    expect(await shop.lettersNamed("subscriptionPaused")).toBe(1);
    expect(await shop.lettersNamed("subscriptionChangedOwner")).toBe(1);
    await shop.turn(shop.id);
    expect(await shop.statuses(shop.id)).toEqual(["Paid"]);
    await resumeSubscription(shop, ada, shop.id);
    expect((await shop.held(shop.id)).standing.state).toBe("active");
    await shop.sendCalls();
    await shop.turn(shop.id);
    expect(await shop.statuses(shop.id)).toEqual(["Paid", "Paid"]);
    await cancelSubscription(shop, ada, shop.id);
    await shop.sendCalls();
    await shop.turn(shop.id);
    expect(await shop.statuses(shop.id)).toEqual(["Paid", "Paid"]);
    const { standing, cycles } = await shop.held(shop.id);
    expect(standing.cancelledFrom).toBe(cycles.at(-1)?.end);
    const calls = await shop.database.read.selectFrom("subscription_calls").selectAll().execute();
    expect(calls.map(({ kind, state }) => [kind, state])).toEqual([
      ["pause", "done"],
      ["resume", "done"],
      ["cancel", "done"],
    ]);
    await expectSoundLedger(shop);
  });

  test("stays until the end of the paid month when its customer cancels at the provider", async () => {
    const shop = await open();
    await shop.cancelAtProvider(shop.id);
    const { standing, cycles } = await shop.held(shop.id);
    expect(standing).toMatchObject({ state: "active", next: null });
    expect(standing.cancelledFrom).toBe(cycles[0]?.end);
    expect(await shop.lettersNamed("subscriptionCancelled")).toBe(1);
    expect(await shop.lettersNamed("subscriptionChangedOwner")).toBe(1);
    await expect(keepSubscription(shop, ada, shop.id)).rejects.toThrow(
      /has ended its charges, so the cancellation cannot be taken back/,
    );
    expect(await shop.lettersNamed("subscriptionResumed")).toBe(0);
    await shop.sweep();
    expect(await shop.lettersNamed("subscriptionCancelled")).toBe(1);
    const endsAt = Date.parse(`${cycles[0]?.end}T00:00:00Z`);
    const jobs = await shop.database.read.selectFrom("scheduled_jobs").selectAll().execute();
    expect(jobs).toContainEqual(
      expect.objectContaining({ kind: "subscription", subject: shop.id, due_at: endsAt }),
    );
    await shop.turn(shop.id);
    expect(await shop.statuses(shop.id)).toEqual(["Paid"]);
    await shop.runJobsAt(endsAt);
    const ended = await shop.held(shop.id, endsAt);
    expect(ended.standing.state).toBe("ended");
    expect(await shop.lettersNamed("subscriptionEnded")).toBe(1);
    const calls = await shop.database.read.selectFrom("subscription_calls").selectAll().execute();
    expect(calls).toEqual([]);
    await expectSoundLedger(shop);
  });

  test("keeps a month that was charged while its customer asked for a pause", async () => {
    const shop = await open();
    await pauseSubscription(shop, ada, shop.id, {});
    // The provider charges before it is told of the pause.
    await shop.turn(shop.id);
    await shop.sendCalls();
    expect(await shop.statuses(shop.id)).toEqual(["Paid", "Paid"]);
    await shop.turn(shop.id);
    expect(await shop.statuses(shop.id)).toEqual(["Paid", "Paid"]);
    await resumeSubscription(shop, ada, shop.id);
    await shop.sendCalls();
    await shop.turn(shop.id);
    expect(await shop.statuses(shop.id)).toEqual(["Paid", "Paid", "Paid"]);
    await expectSoundLedger(shop);
  });

  const months = {
    paid: "Paid",
    "paid-twice": "Paid",
    "paid-lost": "Paid",
    "out-of-order": "Paid",
    recovered: "Paid",
    declined: "UnPaid",
    refunded: "Refunded",
  } as const;
  const recoveries: readonly (keyof typeof months)[] = ["recovered", "out-of-order"];
  const paidBy = (step: keyof typeof months) => (step === "declined" ? "Paid" : months[step]);
  const outcomes = Object.keys(months) as (keyof typeof months)[];

  test(
    "comes to the same months from any sequence of what can happen, after one sweep",
    async () => {
      const history = fc.array(fc.constantFrom(...outcomes), { minLength: 2, maxLength: 5 });
      await fc.assert(
        fc.asyncProperty(history, async (steps) => {
          const shop = await open();
          for (const step of steps) await shop.turn(shop.id, step);
          await shop.sweep();
          // Charged again, all open months are paid. PayPal names no periods, so that the money
          // counts for the newest of them.
          const recovery = steps.findLastIndex((step) => recoveries.includes(step));
          const expected = steps.map((step, nth) =>
            protocol === "stripe" && nth < recovery ? paidBy(step) : months[step],
          );
          expect(await shop.statuses(shop.id)).toEqual(["Paid", ...expected]);
          await expectSoundLedger(shop);
        }),
        { numRuns: 4, examples: [[["declined", "out-of-order", "paid"]]] },
      );
    },
    scaled(120_000),
  );
});
