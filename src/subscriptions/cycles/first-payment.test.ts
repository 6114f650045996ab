import { expect, test } from "vitest";
import { cancelOrder } from "#money/cancelling/cancel-order.ts";
import { startPayment } from "#money/paying/start-payment.ts";
import { placeOrder } from "#orders/placing/place-order.ts";
import { attemptsOf } from "#payments/attempts/payment-attempt-store.server.ts";
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

  test("lapses after three days: its order is cancelled, and its customer is told once", async () => {
    const shop = await open();
    const { order, id } = await shop.subscribe();
    await shop.turnTo(order.placedAt + 3 * dayMs - 1);
    expect((await shop.held(id)).standing.state).toBe("awaiting-approval");
    await shop.turnTo(order.placedAt + 3 * dayMs);
    await shop.turnTo(order.placedAt + 90 * dayMs);
    const { standing, cycles, subscription } = await shop.held(id);
    expect(standing).toMatchObject({ state: "ended", next: null, hasLapsed: true });
    expect(standing.endedBecause).toBe("Its first order was not paid within 3 days.");
    expect(cycles).toMatchObject([{ paymentStatus: "Cancelled" }]);
    expect(subscription.endedAt).toBeNull();
    const letters = await shop.database.read
      .selectFrom("mail_outbox")
      .select("text_body")
      .where("letter", "=", "paymentCancelled")
      .execute();
    expect(letters).toHaveLength(1);
    expect(letters[0]?.text_body).toContain("not paid within 3 days");
    // The plan can be ordered again without a question.
    await shop.subscribe();
  });

  test("begins all the same when its payment is recorded later", async () => {
    const shop = await open();
    const { order, id } = await shop.subscribe();
    await shop.turnTo(order.placedAt + 5 * dayMs);
    await shop.pay(order.id);
    const { standing, cycles } = await shop.held(id);
    expect(standing).toMatchObject({ state: "active", hasLapsed: false });
    expect(cycles).toMatchObject([{ start: "2027-02-05", end: "2027-03-05" }]);
    await shop.turnTo("2027-03-01T00:00:00Z");
    expect((await shop.held(id)).cycles).toHaveLength(2);
  });

  test("waits for a bank transfer, and for a payment that was begun later", async () => {
    const shop = await open();
    const transferred = await shop.subscribe();
    await shop.database.write((tx) =>
      tx
        .insertInto("bank_transfers")
        .values({
          order_id: transferred.order.id,
          account_id: "account-ada",
          chosen_at: shop.time.now,
          left_at: null,
        })
        .execute(),
    );
    const begun = await shop.subscribe({ subscribeAgain: "yes" });
    await shop.turnTo(begun.order.placedAt + 2 * dayMs);
    await startPayment(shop, ada, begun.order.id);
    await shop.turnTo(begun.order.placedAt + 5 * dayMs - 1);
    const stateOf = async (id: string) => (await shop.held(id)).standing.state;
    expect(await stateOf(begun.id)).toBe("awaiting-approval");
    await shop.turnTo(begun.order.placedAt + 5 * dayMs);
    expect(await stateOf(begun.id)).toBe("ended");
    await shop.turnTo(begun.order.placedAt + 20 * dayMs);
    expect(await stateOf(transferred.id)).toBe("awaiting-approval");
  });
});

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
    await shop.passDays(5);
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
