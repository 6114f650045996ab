import { expect, test } from "vitest";
import { cancelOrder } from "#money/cancelling/cancel-order.ts";
import { openWayOf } from "#money/paying/open-ways.server.ts";
import { startPayment } from "#money/paying/start-payment.ts";
import { placeOrder } from "#orders/placing/place-order.ts";
import { attemptsOf, noteLeft } from "#payments/attempts/payment-attempt-store.server.ts";
import type { Database } from "#platform/database/database.ts";
import { runDueJob } from "#platform/schedule/scheduled-jobs.server.ts";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { ada, openShop } from "../../../tests/support/orders/shop.ts";
import {
  billingProvider,
  bytesOf,
  jsonHeaders,
  nothingReported,
} from "../../../tests/support/subscriptions/billing-provider.ts";
import {
  monthlyForm,
  openSubscriptionShop,
} from "../../../tests/support/subscriptions/subscription-shop.ts";
import { periodOfOrder } from "../period-of-order.server.ts";
import { holdSubscription } from "../subscription-store.server.ts";
import { subscriptionJobs } from "./advance-subscription.server.ts";
import { subscriptionIdOf } from "./cycle-store.server.ts";

const dayMs = 24 * 60 * 60 * 1000;

describeStore("A subscription whose first order nobody pays", (openDatabase) => {
  async function open() {
    const shop = await openSubscriptionShop(await openDatabase());
    shop.time.now = Date.parse("2027-01-31T15:00:00Z");
    return shop;
  }

  /** The order is placed on January 31, so its last day to pay is March 2. */
  const lapsesAt = Date.parse("2027-03-03T00:00:00Z");

  test("lapses after thirty days: its order is cancelled, and its customer is told once", async () => {
    const shop = await open();
    const { order, id } = await shop.subscribe();
    const reader = { locale: "en-US", timeZone: "UTC" };
    const toldAt = async (now: number) =>
      (await periodOfOrder(shop.database.read, order.id, { reader, now }))?.payUntil;
    expect(await toldAt(lapsesAt - 1)).toBe("Mar 2, 2027");
    expect(await toldAt(lapsesAt)).toBeNull();
    expect(await letterTo(shop, "orderPlaced")).toEqual([
      expect.stringMatching(/Pay until: +Mar 2, 2027/),
    ]);
    await shop.turnTo(lapsesAt - 1);
    expect((await shop.held(id)).standing.state).toBe("awaiting-approval");
    await shop.turnTo(lapsesAt);
    await shop.turnTo(lapsesAt + 90 * dayMs);
    const { standing, cycles, subscription } = await shop.held(id);
    expect(standing).toMatchObject({ state: "ended", next: null, hasLapsed: true });
    expect(standing.endedBecause).toBe("Its first order was not paid within 30 days.");
    expect(cycles).toMatchObject([{ paymentStatus: "Cancelled" }]);
    expect(subscription.endedAt).toBeNull();
    const letters = await letterTo(shop, "paymentCancelled");
    expect(letters).toEqual([expect.stringContaining("not paid within 30 days")]);
    expect(letters[0]).toContain("Order the plan again on our website");
    // The plan can be ordered again without a question.
    await shop.subscribe();
  });

  test("begins all the same when its payment is recorded later", async () => {
    const shop = await open();
    const { order, id } = await shop.subscribe();
    await shop.turnTo(lapsesAt + 2 * dayMs);
    await shop.pay(order.id);
    const { standing, cycles } = await shop.held(id);
    expect(standing).toMatchObject({ state: "active", hasLapsed: false });
    expect(cycles).toMatchObject([{ start: "2027-03-05", end: "2027-04-05" }]);
    await shop.turnTo("2027-04-01T00:00:00Z");
    expect((await shop.held(id)).cycles).toHaveLength(2);
  });

  test("waits ten days for a transfer, and three for an approval that was begun last", async () => {
    const shop = await open();
    const transferred = await shop.subscribe();
    const begun = await shop.subscribe({ subscribeAgain: "yes" });
    const left = await shop.subscribe({ subscribeAgain: "yes" });
    await shop.turnTo(lapsesAt - dayMs);
    await chooseTransfer(shop, transferred.order.id);
    await startPayment(shop, ada, begun.order.id);
    await startPayment(shop, ada, left.order.id);
    await shop.database.write(async (tx) => {
      const [attempt] = await attemptsOf(tx, [left.order.id]);
      await noteLeft(tx, [attempt?.id ?? ""], shop.time.now);
    });
    const states = async () => {
      const ids = [left, begun, transferred].map(({ id }) => id);
      const held = await Promise.all(ids.map(shop.held));
      return held.map(({ standing }) => standing.state === "ended");
    };
    await shop.turnTo(lapsesAt);
    expect(await states()).toEqual([true, false, false]);
    await shop.turnTo(lapsesAt + 2 * dayMs);
    expect(await states()).toEqual([true, true, false]);
    await shop.turnTo(lapsesAt + 9 * dayMs);
    expect(await states()).toEqual([true, true, true]);
  });

  test("can be paid anew when three days ago an approval was begun and not finished", async () => {
    const shop = await open();
    const { order, id } = await shop.subscribe();
    await startPayment(shop, ada, order.id);
    await shop.turnTo(shop.time.now + 3 * dayMs);
    expect((await shop.held(id)).standing.state).toBe("awaiting-approval");
    expect(await openWayOf(shop.database.read, shop.payments, order, shop.time.now)).toBeNull();
    await startPayment(shop, ada, order.id);
    expect(await attemptsOf(shop.database.read, [order.id])).toHaveLength(2);
  });
});

/** Texts of the emails of one kind, oldest first. */
async function letterTo({ database }: { database: Database }, letter: string) {
  const rows = await database.read
    .selectFrom("mail_outbox")
    .select("text_body")
    .where("letter", "=", letter)
    .orderBy("id")
    .execute();
  return rows.map(({ text_body }) => text_body);
}

async function chooseTransfer(
  { database, time }: { database: Database; time: { now: number } },
  orderId: string,
): Promise<void> {
  const chosen = { account_id: "account-ada", chosen_at: time.now, left_at: null };
  await database.write((tx) =>
    tx
      .insertInto("bank_transfers")
      .values({ order_id: orderId, ...chosen })
      .execute(),
  );
}

describeStore("A provider's payment for a first order", (openDatabase) => {
  async function open() {
    const database = await openDatabase();
    const shop = await openShop(database, { provider: billingProvider(() => []) });
    shop.time.now = Date.parse("2027-01-15T12:00:00Z");
    const order = await placeOrder(shop, ada, monthlyForm);
    await startPayment(shop, ada, order.id);
    const [attempt] = await attemptsOf(database.read, [order.id]);
    const id = (await subscriptionIdOf(database.read, order.id)) ?? "";
    return {
      ...shop,
      id,
      order,
      async passDays(days: number) {
        shop.time.now += days * dayMs;
        while (await runDueJob({ ...shop, handlers: subscriptionJobs(shop) }));
      },
      async pay() {
        const [start, end] = [Date.UTC(2027, 0, 20, 12), Date.UTC(2027, 1, 20, 12)];
        const subscription = { reference: "sub", at: start, period: { start, end } };
        const message = {
          ...nothingReported,
          kind: "completed",
          rawStatus: "paid",
          transactionId: "paid",
          attemptId: attempt?.id ?? "",
          grossCents: 49_900,
          subscription: {
            ...subscription,
            endsWithPeriod: false,
            nextChargeAt: null,
            priceCents: null,
          },
        } as const;
        await shop.payments.receive(bytesOf(message), jsonHeaders);
        await shop.verifyAll();
      },
      async found() {
        const present = { now: shop.time.now, timeZone: "UTC" };
        const held = await holdSubscription(database.read, id, present);
        const calls = await database.read.selectFrom("subscription_calls").select("kind").execute();
        const messages = await database.read
          .selectFrom("payment_notifications")
          .select(["outcome", "outcome_reason as reason"])
          .execute();
        return {
          state: held?.standing.state,
          statuses: held?.cycles.map(({ paymentStatus }) => paymentStatus),
          calls: calls.map(({ kind }) => kind),
          messages: messages.map(({ outcome, reason }) => `${outcome}: ${reason}`),
        };
      },
    };
  }

  test("that lapsed starts the subscription", async () => {
    const shop = await open();
    await shop.passDays(31);
    expect(await shop.found()).toMatchObject({ state: "ended", statuses: ["Cancelled"] });
    await shop.pay();
    expect(await shop.found()).toMatchObject({ state: "active", statuses: ["Paid"], calls: [] });
  });

  test("that its customer cancelled needs review, and nothing more is charged", async () => {
    const shop = await open();
    await cancelOrder(shop, ada, shop.order.id);
    await shop.pay();
    expect(await shop.found()).toMatchObject({
      state: "ended",
      statuses: ["Cancelled"],
      calls: ["cancel-now"],
      messages: [expect.stringMatching(/^review: .*cancelled before its first payment/)],
    });
  });
});
