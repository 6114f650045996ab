import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { checkLedger } from "#maintenance/ledger-checks/check-ledger.ts";
import { listReviews } from "#money/review/read-review.server.ts";
import { resolveReview } from "#money/review/resolve-review.ts";
import { sweepNext } from "#payments/notifications/sweep-reports.ts";
import { type Database, inSnapshot } from "#platform/database/database.ts";
import { newId } from "#platform/ids.ts";
import type { Actor } from "#policy/actor.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { owner } from "../../../tests/support/orders/shop.ts";
import { openProtocolCheckout } from "../../../tests/support/payments/protocol-checkout.ts";
import {
  describeProtocols,
  type Notice,
  type Protocol,
  type Told,
} from "../../../tests/support/payments/protocols.ts";
import { releaseTests } from "../../../tests/support/release-tests.ts";

interface Story {
  /** All that the provider reports about one order, in the order in which it happened. */
  readonly events: readonly Told[];
  readonly ends: readonly [status: string, cents: number];
  /** True for events that only Stripe sends. */
  readonly isOfStripe?: true;
}

const refund: Told = { kind: "refunded", id: "R1", of: "T1", cents: 4900 };
const refundFailed: Told = { ...refund, kind: "failed" };
const opened: Told = { kind: "dispute-opened", id: "D1", of: "T1" };
const reversed: Told = { kind: "reversed", id: "D1", of: "T1" };
const returned: Told = { kind: "reversal-cancelled", id: "D2", reversal: "D1", of: "T1" };

const stories: Readonly<Record<string, Story>> = {
  "a payment and a partial refund": { events: [{}, refund], ends: ["Paid", 10_000] },
  "a slow payment that succeeds": { events: [{ kind: "pending" }, {}], ends: ["Paid", 14_900] },
  "a slow payment that fails": {
    events: [{ kind: "pending" }, { kind: "failed" }],
    ends: ["UnPaid", 0],
  },
  "a refund that fails": { events: [{}, refund, refundFailed], ends: ["Paid", 14_900] },
  "a reversal that is cancelled": { events: [{}, reversed, returned], ends: ["Paid", 14_900] },
  "a reversal after a partial refund": {
    events: [{}, refund, { ...reversed, cents: 10_000 }],
    ends: ["Refunded", 0],
  },
  "a checkout that expires": {
    events: [{ kind: "expired" }],
    ends: ["UnPaid", 0],
    isOfStripe: true,
  },
  "a dispute that is won": {
    events: [{}, opened, reversed, returned, { ...opened, kind: "dispute-won" }],
    ends: ["Paid", 14_900],
    isOfStripe: true,
  },
  "a dispute that is lost, after a refund that failed": {
    events: [{}, refund, refundFailed, opened, reversed, { ...opened, kind: "dispute-lost" }],
    ends: ["Refunded", 0],
    isOfStripe: true,
  },
};

describeOnEachDatabase("Notifications in any order, repeated and lost", (openDatabase, engine) => {
  describeProtocols((protocol) => {
    let scene: Awaited<ReturnType<typeof openScene>>;
    beforeAll(async () => {
      scene = await openScene(await openDatabase(), protocol);
    });

    const told = Object.entries(stories).filter(
      ([, { isOfStripe }]) => protocol === "stripe" || !isOfStripe,
    );
    const arrivals = fc.array(fc.record({ event: fc.nat(5), isVerified: fc.boolean() }), {
      maxLength: 12,
    });

    test.each(told)("end in the same ledger after one sweep: %s", async (_, { events, ends }) => {
      const expected = await scene.entriesOf(events);
      await fc.assert(
        fc.asyncProperty(arrivals, async (steps) => {
          const run = await scene.newOrder(events);
          for (const { event, isVerified } of steps) {
            await run.arrive(event % events.length);
            if (isVerified) await scene.shop.verifyAll();
          }
          await scene.verifyAll();
          await run.findLost();
          await scene.verifyAll();
          await scene.acceptWonDisputes(run.attempt.id);
          expect([await run.status(), await run.cents()]).toEqual(ends);
          expect(await run.entries()).toEqual(expected);
        }),
        {
          // The last event first, so that each event overtakes all events before it.
          examples: [
            [[...events.keys()].toReversed().map((event) => ({ event, isVerified: true }))],
          ],
          numRuns: releaseTests.run ? 30 : engine === "sqlite" ? 5 : 2,
        },
      );
      expect((await inSnapshot(scene.shop.database, checkLedger)).differences).toEqual([]);
    });
  }, engine);
});

async function openScene(database: Database, protocol: Protocol) {
  let happened: readonly Notice[] = [];
  const { shop, another, receive } = await openProtocolCheckout(database, protocol);
  const provider = {
    ...shop.provider,
    sweep: async () => ({
      reports: happened.map(({ body: raw }) => ({ raw, paymentAccount: null })).toReversed(),
      clockAheadMs: 0,
    }),
  };

  async function newOrder(events: readonly Told[]) {
    const run = newId();
    const customer: Actor = { kind: "customer", accountId: run, email: "ada@example.com" };
    const { order, attempt, status, message } = await another(customer);
    const named = (id: string) => `${id}-${run}`;
    const all = events.map(({ id = "T1", of, reversal, ...event }) =>
      message({
        ...event,
        id: named(id ?? "T1"),
        ...(of && { of: named(of) }),
        ...(reversal && { reversal: named(reversal) }),
      }),
    );
    happened = all;
    const arrived = new Set<number>();
    const ledger = () =>
      database.read
        .selectFrom("payment_ledger")
        .select(["kind", "amount_cents"])
        .where("order_id", "=", order.id)
        .execute();
    const arrive = (index: number) => {
      arrived.add(index);
      return receive(all[index] as Notice);
    };
    return {
      attempt,
      arrive,
      status,
      /**
       * A sweep asks Stripe for events that were lost. PayPal answers no such question, and repeats
       * by itself what no server has acknowledged.
       */
      async findLost() {
        if (protocol === "stripe") return sweep();
        for (const index of all.keys()) if (!arrived.has(index)) await arrive(index);
      },
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
  /** Over a protocol in which won disputes say nothing about money. */
  const acceptWonDisputes = async (attemptId: string) => {
    if (protocol !== "rest") return;
    const reviews = (await Array.fromAsync(listReviews(shop, owner))).flat();
    for (const { id, message } of reviews) {
      if (message?.kind !== "reversal-cancelled" || message.attemptId !== attemptId) continue;
      await resolveReview(shop, owner, id, { decision: "accept" });
    }
  };
  return {
    shop,
    newOrder,
    verifyAll,
    acceptWonDisputes,
    /** Ledger when every event arrives once, in the order in which it happened. */
    async entriesOf(events: readonly Told[]) {
      const run = await newOrder(events);
      for (const index of events.keys()) await run.arrive(index);
      await verifyAll();
      await acceptWonDisputes(run.attempt.id);
      return run.entries();
    },
  };
}
