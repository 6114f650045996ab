import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { checkLedger } from "#maintenance/ledger-checks/check-ledger.ts";
import { startPayment } from "#money/paying/start-payment.ts";
import { findOrder } from "#orders/find-order.ts";
import { placeOrder } from "#orders/placing/place-order.ts";
import { sweepNext } from "#payments/notifications/sweep-reports.ts";
import { createStripe, stripeEndpoints } from "#payments/stripe/stripe.ts";
import { type Database, inSnapshot } from "#platform/database/database.ts";
import { newId } from "#platform/ids.ts";
import type { Actor } from "#policy/actor.ts";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { openShop, orderForm } from "../../../tests/support/orders/shop.ts";

/** What Stripe reports about one order in each story, with the final status and sum of the order. */
const stories = {
  "a card, and a partial refund": {
    events: ["paid", "refunded"],
    ends: ["Paid", 10_000],
  },
  "a bank debit that succeeds": { events: ["unpaid", "succeeded"], ends: ["Paid", 14_900] },
  "a bank debit that fails": { events: ["unpaid", "bankFailed"], ends: ["UnPaid", 0] },
  "a checkout that expires": { events: ["expired"], ends: ["UnPaid", 0] },
  "a refund that fails": { events: ["paid", "refunded", "refundFailed"], ends: ["Paid", 14_900] },
  "a dispute that is won": {
    events: ["paid", "disputed", "withdrawn", "reinstated", "won"],
    ends: ["Paid", 14_900],
  },
  "a dispute that is lost, after a partial refund that failed": {
    events: ["paid", "refunded", "refundFailed", "disputed", "withdrawn", "lost"],
    ends: ["Refunded", 0],
  },
} as const satisfies Record<string, { events: readonly EventName[]; ends: readonly unknown[] }>;

type EventName = keyof ReturnType<typeof eventsAbout>;

function eventsAbout(run: string, attempt: string) {
  const session = (more: object) => ({
    object: "checkout.session",
    id: `cs_${run}`,
    status: "complete",
    client_reference_id: attempt,
    amount_total: 14_900,
    currency: "usd",
    payment_intent: `pi_${run}`,
    livemode: true,
    metadata: {},
    ...more,
  });
  const refund = (status: string) => ({
    object: "refund",
    id: `re_${run}`,
    status,
    amount: 4900,
    currency: "usd",
    payment_intent: `pi_${run}`,
    metadata: {},
  });
  const dispute = (status: string) => ({
    object: "dispute",
    id: `dp_${run}`,
    status,
    amount: 14_900,
    currency: "usd",
    payment_intent: `pi_${run}`,
  });
  const told = (type: string, object: object) =>
    Buffer.from(
      JSON.stringify({ object: "event", id: "evt", type, livemode: true, data: { object } }),
    );
  const [paid, unpaid] = [
    session({ payment_status: "paid" }),
    session({ payment_status: "unpaid" }),
  ];
  const expired = { status: "expired", payment_status: "unpaid", payment_intent: null };
  return {
    paid: told("checkout.session.completed", paid),
    unpaid: told("checkout.session.completed", unpaid),
    succeeded: told("checkout.session.async_payment_succeeded", paid),
    bankFailed: told("checkout.session.async_payment_failed", unpaid),
    expired: told("checkout.session.expired", session(expired)),
    refunded: told("refund.created", refund("succeeded")),
    refundFailed: told("refund.failed", refund("failed")),
    disputed: told("charge.dispute.created", dispute("needs_response")),
    withdrawn: told("charge.dispute.funds_withdrawn", dispute("needs_response")),
    reinstated: told("charge.dispute.funds_reinstated", dispute("won")),
    won: told("charge.dispute.closed", dispute("won")),
    lost: told("charge.dispute.closed", dispute("lost")),
  };
}

describeStore("Events of Stripe in any order, repeated and lost", (openDatabase) => {
  let scene: Awaited<ReturnType<typeof openScene>>;
  beforeAll(async () => {
    scene = await openScene(await openDatabase());
  });

  const arrivals = fc.array(fc.record({ event: fc.nat(5), isVerified: fc.boolean() }), {
    maxLength: 12,
  });

  test.each(Object.entries(stories))(
    "end in the same ledger after one sweep: %s",
    async (_name, { events, ends }) => {
      await fc.assert(
        fc.asyncProperty(arrivals, async (steps) => {
          const run = await scene.newOrder(events);
          for (const { event, isVerified } of steps) {
            await run.arrive(event % events.length);
            if (isVerified) await scene.verifyAll();
          }
          await scene.verifyAll();
          await scene.sweep();
          await scene.verifyAll();
          expect([await run.status(), await run.cents()]).toEqual(ends);
          expect(await run.entries()).toEqual(await scene.entriesOf(events));
        }),
        { numRuns: 15 },
      );
      expect((await inSnapshot(scene.database, checkLedger)).differences).toEqual([]);
    },
  );
});

async function openScene(database: Database) {
  let happened: readonly Buffer[] = [];
  const keys = { secretKey: "sk_live_x", webhookSecret: "whsec_x" };
  const provider = {
    ...createStripe({ name: "stripe", endpoints: stripeEndpoints, keys, isLive: true }),
    startCheckout: async () => ({
      handOff: { kind: "redirect" as const, url: "https://checkout.stripe.com/" },
      known: { reference: `cs_${newId()}`, receiver: "Stripe" },
    }),
    verify: async () => "verified" as const,
    sweep: async () => ({ reports: happened.toReversed(), clockAheadMs: 0 }),
  };
  const shop = await openShop(database, { provider });
  const headers = new Headers({ "content-type": "application/json" });

  async function newOrder(names: readonly EventName[]) {
    const id = newId();
    const customer: Actor = { kind: "customer", accountId: id, email: "ada@example.com" };
    const order = await placeOrder(shop, customer, orderForm);
    await startPayment(shop, customer, order.id);
    const { read } = database;
    const attempts = read.selectFrom("payment_attempts").where("order_reference", "=", order.id);
    const attempt = await attempts.select("id").executeTakeFirstOrThrow();
    const events = eventsAbout(id, attempt.id);
    const all = names.map((name) => events[name]);
    happened = all;
    const ledger = () =>
      read
        .selectFrom("payment_ledger")
        .select(["kind", "amount_cents"])
        .where("order_id", "=", order.id)
        .execute();
    return {
      arrive: (index: number) => shop.payments.receive(all[index] as Buffer, headers),
      status: async () => (await findOrder(shop, customer, order.id)).paymentStatus,
      cents: async () => (await ledger()).reduce((sum, { amount_cents }) => sum + amount_cents, 0),
      entries: async () =>
        (await ledger()).map(({ kind, amount_cents }) => `${kind} ${amount_cents}`).sort(),
    };
  }
  const verifyAll = async () => {
    for (let round = 0; round < 3; round++) {
      shop.time.now += 60_000;
      await shop.verifyAll();
    }
  };
  const sweep = async () => {
    shop.time.now += 11 * 60_000;
    const deps = { ...shop, providers: () => [provider], onFound: () => {} };
    await sweepNext(deps, new AbortController().signal);
  };
  return {
    database,
    newOrder,
    verifyAll,
    sweep,
    /** Ledger when every event arrives once, in the order in which it happened. */
    async entriesOf(names: readonly EventName[]) {
      const run = await newOrder(names);
      for (const index of names.keys()) await run.arrive(index);
      await verifyAll();
      return run.entries();
    },
  };
}
