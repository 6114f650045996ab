import { expect, test } from "vitest";
import { startPayment } from "#money/paying/start-payment.ts";
import { placeOrder } from "#orders/placing/place-order.ts";
import { attemptsOf } from "#payments/attempts/payment-attempt-store.server.ts";
import type { PaymentMessage } from "#payments/payment-provider.ts";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { ada, openShop } from "../../../tests/support/orders/shop.ts";
import {
  billingProvider,
  bytesOf,
  jsonHeaders,
  nothingReported,
} from "../../../tests/support/subscriptions/billing-provider.ts";
import { monthlyForm } from "../../../tests/support/subscriptions/subscription-shop.ts";
import { cancelSubscription } from "../changes/stop-and-go.ts";
import { subscriptionIdOf } from "../cycles/cycle-store.server.ts";

describeStore("A provider's payment", (openDatabase) => {
  async function open() {
    const database = await openDatabase();
    const shop = await openShop(database, { provider: billingProvider(() => []) });
    shop.time.now = Date.parse("2027-01-15T12:00:00Z");
    const order = await placeOrder(shop, ada, monthlyForm);
    await startPayment(shop, ada, order.id);
    const [attempt] = await attemptsOf(database.read, [order.id]);
    const id = (await subscriptionIdOf(database.read, order.id)) ?? "";
    const pay = async (month: number, otherwise: Partial<PaymentMessage> = {}) => {
      const [start, end] = [Date.UTC(2027, month, 15, 12), Date.UTC(2027, month + 1, 15, 12)];
      const message: PaymentMessage = {
        ...nothingReported,
        kind: "completed",
        rawStatus: "paid",
        transactionId: `paid-${month}`,
        attemptId: attempt?.id ?? "",
        grossCents: 49_900,
        subscription: {
          reference: "sub",
          at: start,
          period: { start, end },
          endsWithPeriod: false,
          nextChargeAt: null,
          priceCents: null,
        },
        ...otherwise,
      };
      await shop.payments.receive(bytesOf(message), jsonHeaders);
      await shop.verifyAll();
    };
    const outcomes = async () => {
      const rows = await database.read
        .selectFrom("payment_notifications")
        .select(["outcome", "outcome_reason as reason"])
        .orderBy("id")
        .execute();
      return rows.map(({ outcome, reason }) => `${outcome}: ${reason}`);
    };
    const numbers = async () => {
      const rows = await database.read
        .selectFrom("orders")
        .select(["number", "payment_status"])
        .orderBy("number")
        .execute();
      return rows.map(({ number, payment_status }) => `${number} ${payment_status}`);
    };
    return { ...shop, id, pay, outcomes, numbers };
  }

  test("for a time after the end of the subscription makes no order, and needs review", async () => {
    const shop = await open();
    await shop.pay(0);
    await cancelSubscription(shop, ada, shop.id);
    await shop.pay(1);
    expect(await shop.numbers()).toEqual(["1 Paid"]);
    expect((await shop.outcomes()).at(-1)).toMatch(/^review: .*ended before 2027-02-15/);
  });

  test("of another amount leaves the order of its period unpaid, and needs review", async () => {
    const shop = await open();
    await shop.pay(0);
    await shop.pay(1, { grossCents: 100 });
    expect(await shop.numbers()).toEqual(["1 Paid", "2 UnPaid"]);
    expect((await shop.outcomes()).at(-1)).toMatch(/^review: \$1\.00 arrived/);
  });

  test.each([
    ["that names no payment of a site moves nothing", null, /^no-effect: .*has not sold/],
    [
      "of another shop with its own words moves nothing",
      "box of May",
      /^no-effect: .*has not sold/,
    ],
    [
      "that this site has lost needs review",
      "01a227d2-e24d-7a22-a8cd-a38f74baf805",
      /^review: .*does not know/,
    ],
  ])("for a subscription %s", async (_what, attemptId, outcome) => {
    const shop = await open();
    await shop.pay(0);
    const period = { start: Date.UTC(2027, 1, 15, 12), end: Date.UTC(2027, 2, 15, 12) };
    const foreign = { reference: "foreign", at: period.start, period, endsWithPeriod: false };
    const subscription = { ...foreign, nextChargeAt: null, priceCents: null };
    await shop.pay(1, { attemptId, subscription });
    expect(await shop.numbers()).toEqual(["1 Paid"]);
    expect((await shop.outcomes()).at(-1)).toMatch(outcome);
  });

  test("for a second subscription to the same order needs review", async () => {
    const shop = await open();
    await shop.pay(0);
    const period = { start: Date.UTC(2027, 0, 15, 13), end: Date.UTC(2027, 1, 15, 13) };
    const second = { reference: "other", at: period.start, period, endsWithPeriod: false };
    await shop.pay(3, { subscription: { ...second, nextChargeAt: null, priceCents: null } });
    expect(await shop.numbers()).toEqual(["1 Paid"]);
    expect((await shop.outcomes()).at(-1)).toMatch(/^review: .*twice/);
  });
});
