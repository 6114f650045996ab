import fc from "fast-check";
import { expect, test } from "vitest";
import { checkLedger } from "#maintenance/ledger-checks/check-ledger.ts";
import { startPayment } from "#money/paying/start-payment.ts";
import { placeOrder } from "#orders/placing/place-order.ts";
import { attemptsOf } from "#payments/attempts/payment-attempt-store.server.ts";
import type { PaymentMessage } from "#payments/payment-provider.ts";
import { startOfDay } from "#platform/time/dates.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { ada, openShop } from "../../../tests/support/orders/shop.ts";
import {
  billingProvider,
  bytesOf,
  jsonHeaders,
  nothingReported,
} from "../../../tests/support/subscriptions/billing-provider.ts";
import { monthlyForm } from "../../../tests/support/subscriptions/subscription-shop.ts";
import { scaled } from "../../../tests/support/time-limits.ts";
import { subscriptionIdOf } from "../cycles/cycle-store.server.ts";
import { periodFrom } from "../model/cycle-dates.ts";
import { sweepNextProvider } from "./sweep-subscriptions.ts";

const monthSteps = ["paid", "declined", "recovered", "refunded", "charged-back"] as const;
type MonthStep = (typeof monthSteps)[number];

const priceCents = 49_900;

/** What a provider reports about months that went like this, in its own sequence. */
function messagesOf(
  steps: readonly MonthStep[],
  { attemptId, firstDay }: { readonly attemptId: string; readonly firstDay: string },
): readonly PaymentMessage[] {
  const anchorDay = Number(firstDay.slice(8));
  const messages: PaymentMessage[] = [];
  let period = periodFrom(firstDay, { charged: "monthly", anchorDay });
  for (const [nth, step] of steps.entries()) {
    // The first month is paid, or nobody would have subscribed.
    const happened = nth === 0 && step !== "refunded" ? "paid" : step;
    const [start, end] = [period.start, period.end].map(
      (day) => startOfDay(day, "UTC") + 15 * 60 * 60 * 1000,
    ) as [number, number];
    const about = (at: number) => ({
      reference: `sub-${attemptId}`,
      at,
      period: { start, end },
      endsWithPeriod: false,
      nextChargeAt: null,
      priceCents,
    });
    const name = `${attemptId}-${nth}`;
    const said = { ...nothingReported, attemptId };
    const state = (kind: PaymentMessage["kind"], at: number) =>
      messages.push({
        ...said,
        kind,
        rawStatus: kind,
        transactionId: `state-${name}-${at}`,
        subscription: { ...about(at), period: null },
      });
    if (happened === "declined" || happened === "recovered") {
      messages.push({
        ...said,
        kind: "renewal-failed",
        rawStatus: "failed",
        transactionId: `failed-${name}`,
        grossCents: priceCents,
        subscription: about(start),
      });
      state("subscription-past-due", start + 1);
    }
    if (happened !== "declined") {
      messages.push({
        ...said,
        kind: "completed",
        rawStatus: "paid",
        transactionId: `paid-${name}`,
        grossCents: priceCents,
        subscription: about(start + 2),
      });
      state("subscription-active", start + 3);
    }
    if (happened === "refunded" || happened === "charged-back") {
      messages.push({
        ...nothingReported,
        kind: happened === "refunded" ? "refunded" : "reversed",
        rawStatus: happened,
        transactionId: `back-${name}`,
        parentTransactionId: `paid-${name}`,
        grossCents: -priceCents,
      });
    }
    period = periodFrom(period.end, { charged: "monthly", anchorDay });
  }
  return messages;
}

/** The ledger of these months, found without the program. */
function expectedMonths(steps: readonly MonthStep[]): readonly string[] {
  return steps.map((step, nth) => {
    if (step === "refunded") return "Refunded: payment 49900, refund -49900";
    if (nth === 0) return "Paid: payment 49900";
    if (step === "charged-back") return "Refunded: payment 49900, reversal -49900";
    return step === "declined" ? "UnPaid: " : "Paid: payment 49900";
  });
}

describeOnEachDatabase("The messages of a subscription", (openDatabase) => {
  test(
    "lead to the same ledger in any sequence, repeated or lost, after one sweep",
    async () => {
      let known: readonly PaymentMessage[] = [];
      const provider = billingProvider(() => known);
      const database = await openDatabase();
      const shop = await openShop(database, { provider });
      shop.time.now = Date.parse("2027-01-31T15:00:00Z");
      const deliver = async (messages: readonly PaymentMessage[]) => {
        for (const [nth, message] of messages.entries()) {
          await shop.payments.receive(bytesOf(message), jsonHeaders);
          // Some messages arrive while earlier ones wait.
          if (nth % 3 === 2) await shop.verifyAll();
        }
        await shop.verifyAll();
      };
      const history = fc.record({
        steps: fc.array(fc.constantFrom(...monthSteps), { minLength: 1, maxLength: 6 }),
        arrivals: fc.infiniteStream(fc.nat(1000)),
        copies: fc.infiniteStream(fc.constantFrom(0, 1, 1, 2)),
      });
      await fc.assert(
        fc.asyncProperty(history, async ({ steps, arrivals, copies }) => {
          const form = { ...monthlyForm, subscribeAgain: "yes" };
          const order = await placeOrder(shop, ada, form);
          await startPayment(shop, ada, order.id);
          const [attempt] = await attemptsOf(database.read, [order.id]);
          const attemptId = attempt?.id ?? "";
          known = messagesOf(steps, { attemptId, firstDay: "2027-01-31" });
          const arriving = known
            .flatMap((message) => Array<PaymentMessage>(copies.next().value ?? 1).fill(message))
            .map((message) => ({ message, place: arrivals.next().value ?? 0 }))
            .sort((one, other) => one.place - other.place);
          await deliver(arriving.map(({ message }) => message));
          // What never arrived at all cannot be asked for, unless the subscription is known.
          if (arriving.length === 0) await deliver(known.slice(0, 1));
          await shop.database.write((tx) =>
            tx.updateTable("subscription_sweeps").set({ due_at: 0 }).execute(),
          );
          await sweepNextProvider({ ...shop, publicUrl: "" }, new AbortController().signal);
          await shop.verifyAll();

          const id = (await subscriptionIdOf(database.read, order.id)) ?? "";
          const rows = await database.read
            .selectFrom("subscription_cycles as cycle")
            .innerJoin("orders", "orders.id", "cycle.order_id")
            .leftJoin("payment_ledger as entry", "entry.order_id", "orders.id")
            .select(["cycle.period_start as start", "orders.payment_status as status"])
            .select(["entry.kind", "entry.amount_cents as cents"])
            .where("cycle.subscription_id", "=", id)
            .orderBy("cycle.period_start")
            .orderBy("entry.kind")
            .execute();
          const months = Map.groupBy(rows, ({ start }) => start);
          const found = [...months.values()].map((entries) => {
            const kinds = entries.flatMap(({ kind, cents }) => (kind ? `${kind} ${cents}` : []));
            return `${entries[0]?.status}: ${kinds.join(", ")}`;
          });
          expect(found).toEqual(expectedMonths(steps));
        }),
        { numRuns: 25 },
      );
      expect((await checkLedger(database.read)).differences).toEqual([]);
    },
    scaled(120_000),
  );
});
