import { recordManualPayment } from "#money/manual-payments/record-manual-payment.ts";
import { placeOrder } from "#orders/placing/place-order.ts";
import type { Database } from "#platform/database/database.ts";
import { newId } from "#platform/ids.ts";
import { runDueJob } from "#platform/schedule/scheduled-jobs.server.ts";
import { dayOf } from "#platform/time/dates.ts";
import type { Actor } from "#policy/actor.ts";
import { subscriptionJobs } from "#subscriptions/cycles/advance-subscription.server.ts";
import { subscriptionIdOf } from "#subscriptions/cycles/cycle-store.server.ts";
import { holdSubscription } from "#subscriptions/subscription-store.server.ts";
import { ada, openShop, orderForm, owner } from "../orders/shop.ts";

export const monthlyForm = { ...orderForm, packageName: "Premium", packagePrice: "499" };

/** A shop whose clock runs jobs of subscriptions as it is turned. */
export async function openSubscriptionShop(
  database: Database,
  timeZone = "UTC",
  options: Parameters<typeof openShop>[1] = {},
) {
  const shop = await openShop(database, options);
  const post = { ...shop.post, readTimeZone: async () => timeZone };
  const deps = { ...shop, post };
  const handlers = subscriptionJobs({ post, lifecycle: shop.lifecycle });
  const { time, clock, log } = shop;

  async function runJobs(): Promise<void> {
    while (await runDueJob({ database, clock, log, handlers }));
  }

  return {
    ...deps,
    runJobs,
    today: () => dayOf(time.now, timeZone),
    /** Turns the clock, and does what is due at each moment. */
    async turnTo(instant: number | string): Promise<void> {
      const end = typeof instant === "number" ? instant : Date.parse(instant);
      for (;;) {
        const next = await database.read
          .selectFrom("scheduled_jobs")
          .select(({ fn }) => fn.min("due_at").as("at"))
          .where("kind", "in", Object.keys(handlers))
          .executeTakeFirst();
        const at = next?.at ?? null;
        if (at === null || Number(at) > end) break;
        time.now = Math.max(time.now, Number(at));
        await runJobs();
      }
      time.now = Math.max(time.now, end);
    },
    async subscribe(form: object = {}, by: Actor = ada) {
      const order = await placeOrder(deps, by, { ...monthlyForm, ...form });
      const id = await subscriptionIdOf(database.read, order.id);
      if (id === undefined) throw new Error("The order began no subscription.");
      return { order, id };
    },
    /** Records a transfer of today for an order. */
    pay: (orderId: string, amount = "499") =>
      recordManualPayment(deps, owner, orderId, {
        amount,
        date: dayOf(time.now, timeZone),
        reference: "Transfer",
        key: newId(),
      }),
    async held(id: string) {
      const held = await holdSubscription(database.read, id, { now: clock(), timeZone });
      if (held === undefined) throw new Error("There is no such subscription.");
      return held;
    },
    /** Names of the emails about subscriptions to customers, oldest first. */
    async letters(): Promise<string[]> {
      const rows = await database.read
        .selectFrom("mail_outbox")
        .select("letter")
        .where("letter", "in", subscriptionLetters)
        .orderBy("id")
        .execute();
      return rows.map(({ letter }) => String(letter));
    },
    /** Text of the newest email of a kind, in one line. */
    async textOf(letter: string): Promise<string> {
      const row = await database.read
        .selectFrom("mail_outbox")
        .select("text_body")
        .where("letter", "=", letter)
        .orderBy("id", "desc")
        .executeTakeFirst();
      return (row?.text_body ?? "").replaceAll(/\s+/g, " ");
    },
  };
}

const subscriptionLetters = [
  "cycleToPay",
  "cycleOverdue",
  "cycleSuspended",
  "paymentTakenBack",
  "renewalFailed",
  "subscriptionPaused",
  "subscriptionResumed",
  "subscriptionCancelled",
  "subscriptionEnded",
  "priceMoved",
];
