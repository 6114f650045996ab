import { startPayment } from "#money/paying/start-payment.ts";
import { placeOrder } from "#orders/placing/place-order.ts";
import type { SandboxSubscription } from "#payments/sandbox/subscriptions/sandbox-subscription.ts";
import type { Database } from "#platform/database/database.ts";
import { runDueJob } from "#platform/schedule/scheduled-jobs.server.ts";
import { subscriptionJobs } from "#subscriptions/cycles/advance-subscription.server.ts";
import { subscriptionIdOf } from "#subscriptions/cycles/cycle-store.server.ts";
import { sendNextCall } from "#subscriptions/providers/subscription-calls.server.ts";
import { sweepNextProvider } from "#subscriptions/providers/sweep-subscriptions.ts";
import { holdSubscription } from "#subscriptions/subscription-store.server.ts";
import { ada } from "../orders/shop.ts";
import { approve, openSandboxShop } from "../payments/sandbox-shop.ts";
import { waitFor } from "../wait-for.ts";
import { monthlyForm } from "./subscription-shop.ts";

/** A shop whose customers subscribe at a simulated provider, in one server with it. */
export async function openRenewingShop(database: Database, protocol: "rest" | "stripe") {
  const shop = await openSandboxShop(database, protocol);
  const { subscriptions } = shop.provider;
  if (subscriptions === null) throw new Error("The provider charges no cycles.");

  async function held(id: string, now = shop.clock()) {
    const found = await holdSubscription(database.read, id, { now, timeZone: "UTC" });
    if (found === undefined) throw new Error("There is no such subscription.");
    return found;
  }

  /** Resolves when no notification waits for its verification. */
  async function settled(): Promise<void> {
    await waitFor(async () => {
      const waiting = await database.read
        .selectFrom("payment_notifications")
        .select("id")
        .where("due_at", "is not", null)
        .execute();
      if (waiting.length > 0) throw new Error(`${waiting.length} notifications wait.`);
    });
  }

  /** Pays an order at the provider's page. */
  async function payAtProvider(orderId: string, outcome = "completed"): Promise<void> {
    const handOff = await startPayment(shop, ada, orderId);
    const answer = await approve(handOff, { action: "pay", outcome });
    const location = answer.headers.get("location");
    if (location !== null) await fetch(location);
    await settled();
  }

  async function runJobs(now: number): Promise<void> {
    const clock = () => now;
    const post = { ...shop.post, clock, readTimeZone: async () => "UTC" };
    const handlers = subscriptionJobs({ ...shop, post });
    while (await runDueJob({ database, clock, log: shop.log, handlers }));
  }

  async function providerCycles(reference: string) {
    const row = await database.read
      .selectFrom("sandbox_resources")
      .select("document")
      .where("id", "=", reference)
      .executeTakeFirstOrThrow();
    return (JSON.parse(row.document) as SandboxSubscription).cycles;
  }

  const { ownerPage } = subscriptions;
  async function act(id: string, fields: Record<string, string>): Promise<void> {
    const { providerReference } = (await held(id)).subscription;
    const url = ownerPage(providerReference ?? "");
    const body = new URLSearchParams(fields);
    const answer = await fetch(url, { method: "POST", body, redirect: "manual" });
    if (answer.status !== 303) throw new Error(`The page answered ${answer.status}.`);
    await settled();
  }

  return {
    ...shop,
    held,
    settled,
    payAtProvider,
    /** Subscribes to the monthly plan, with the first cycle paid. */
    async subscribe(place = () => placeOrder(shop, ada, monthlyForm)) {
      const order = await place();
      await payAtProvider(order.id);
      const id = (await subscriptionIdOf(database.read, order.id)) ?? "";
      return { order, id };
    },
    /**
     * Turns the shop's clock to an hour after the newest charge at the provider, and does the jobs
     * that are due until then.
     */
    async keepUp(id: string): Promise<void> {
      const { subscription } = await held(id);
      const made = await providerCycles(subscription.providerReference ?? "");
      const latest = Math.max(...made.map(({ start }) => start));
      shop.time.aheadMs = Math.max(shop.time.aheadMs, latest + 60 * 60 * 1000 - Date.now());
      await runJobs(shop.clock());
    },
    /** The cycles as the provider has them. */
    providerCycles: async (id: string) =>
      providerCycles((await held(id)).subscription.providerReference ?? ""),
    /** Presses “Next month now” on the provider's page of the subscription. */
    async turn(id: string, outcome = "paid"): Promise<void> {
      await act(id, { action: "turn", outcome });
    },
    /** Lets the provider charge its open periods again, some days later. */
    async chargeAgain(id: string): Promise<void> {
      await act(id, { action: "charge" });
    },
    /** Cancels on the provider's page of the subscription. */
    async cancelAtProvider(id: string): Promise<void> {
      await act(id, { action: "cancel" });
    },
    /** Does the jobs of subscriptions that are due at a time. */
    runJobsAt: runJobs,
    async sendCalls(): Promise<void> {
      while (await sendNextCall(shop));
      await settled();
    },
    /** Asks the provider for what was lost, as if a day had passed since the last time. */
    async sweep(): Promise<void> {
      await database.write((tx) =>
        tx.updateTable("subscription_sweeps").set({ due_at: 0 }).execute(),
      );
      await sweepNextProvider(shop, new AbortController().signal);
      await settled();
    },
    /** The payment status of each cycle, oldest first. */
    async statuses(id: string): Promise<readonly string[]> {
      return (await held(id)).cycles.map(({ paymentStatus }) => paymentStatus);
    },
    async lettersNamed(letter: string): Promise<number> {
      const rows = await database.read
        .selectFrom("mail_outbox")
        .select("id")
        .where("letter", "=", letter)
        .execute();
      return rows.length;
    },
  };
}
