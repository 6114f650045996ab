import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { findOrder } from "#orders/find-order.ts";
import { keptCents, type LedgerEvent, type LedgerKind, paymentStatusOf } from "#orders/order.ts";
import { placeOrder } from "#orders/placing/place-order.ts";
import {
  claimNotification,
  notifications,
} from "#payments/notifications/notification-store.server.ts";
import type { Database } from "#platform/database/database.ts";
import { newId } from "#platform/ids.ts";
import type { Actor } from "#policy/actor.ts";
import { spentTotalCents } from "#sales/order-totals.ts";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { orderForm, owner } from "../../../tests/support/orders/shop.ts";
import { openProtocolCheckout } from "../../../tests/support/payments/protocol-checkout.ts";
import {
  describeProtocols,
  type Protocol,
  type Sender,
  type Told,
} from "../../../tests/support/payments/protocols.ts";
import { releaseTests } from "../../../tests/support/release-tests.ts";
import { cancelOrder } from "../cancelling/cancel-order.ts";
import { listReviews } from "../review/read-review.server.ts";
import { resolveReview } from "../review/resolve-review.ts";

/** A notification about the checkout of an order for $149.00. Each run makes the ids unique. */
interface Message {
  readonly told: Told;
  readonly from?: Sender;
  /** Ledger entry that the notification adds; undefined for a notification that adds no entry. */
  readonly enters?: LedgerKind;
  /** True when the owner links the payment to another order of the customer. */
  readonly isLinked?: boolean;
}

const paid = (id: string, told: Told = {}): Message => ({
  told: { id, ...told },
  enters: "payment",
});
const idle = (id: string, told: Told): Message => ({ told: { id, ...told } });
const refunded = (id: string, of: string, cents: number, told: Told = {}): Message => ({
  told: { kind: "refunded", id, of, cents, ...told },
  enters: "refund",
});
const unnamed: Told = { attempt: null, order: null };

const genuine: readonly Message[] = [
  paid("T1"),
  paid("T2"),
  idle("T3", { cents: 14_901 }),
  idle("T4", { currency: "EUR" }),
  idle("T5", { receiver: "acct_of_somebody_else" }),
  idle("T1", { kind: "pending" }),
  idle("T6", { kind: "failed" }),
  refunded("R1", "T1", 4900),
  refunded("R2", "T1", 10_000),
  refunded("R3", "T1", 1000, unnamed),
  refunded("R4", "T2", 2000, unnamed),
  { ...paid("T7", { cents: 10_000 }), isLinked: true },
  { ...refunded("R5", "T7", 3000), isLinked: true },
  { ...refunded("R6", "T7", 7000, { attempt: null }), isLinked: true },
  { told: { kind: "reversed", id: "V1", of: "T2" }, enters: "reversal" },
];
const forged: readonly Message[] = [
  { told: { id: "F1" }, from: "forged" },
  { told: { kind: "refunded", id: "F2", of: "T1" }, from: "forged" },
];
/** A won dispute of PayPal's REST protocol changes nothing until an admin accepts it. */
const returned: Message = {
  told: { kind: "reversal-cancelled", id: "V2", reversal: "V1", of: "T2" },
  enters: "reversal-cancelled",
};
const messagesOver = (protocol: Protocol) => [
  ...genuine,
  ...forged,
  ...(protocol === "rest" ? [] : [returned]),
];

const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ arrives: fc.nat(genuine.length + forged.length) }) },
  { weight: 3, arbitrary: fc.constant("verify" as const) },
  { weight: 1, arbitrary: fc.constant("die with one in hand" as const) },
  { weight: 1, arbitrary: fc.constant("provider is down" as const) },
  { weight: 1, arbitrary: fc.constant("customer cancels" as const) },
  { weight: 1, arbitrary: fc.constant("owner links" as const) },
);

describeStore("Any sequence of notifications, crashes and cancellations", (openDatabase) => {
  describeProtocols((protocol) => {
    let scene: Awaited<ReturnType<typeof openScene>>;
    beforeAll(async () => {
      scene = await openScene(await openDatabase(), protocol);
    });
    const messages = messagesOver(protocol);

    test("gives the same ledger and status as the genuine notifications alone, and totals that equal the ledger", async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 24 }), async (steps) => {
          const run = await scene.newOrder();
          const arrived = new Set<Message>();
          for (const next of steps) {
            if (next === "verify") await scene.shop.verifyAll();
            else if (next === "die with one in hand") await scene.dieWithOneInHand();
            else if (next === "provider is down") await scene.verifyWhileDown();
            else if (next === "customer cancels") await run.cancel();
            else if (next === "owner links") await run.link();
            else {
              const message = messages[next.arrives % messages.length] as Message;
              arrived.add(message);
              await run.arrive(message);
            }
          }
          await scene.verifyAll();
          await run.link();

          let spentCents = 0;
          for (const orderId of [run.orderId, run.otherOrderId]) {
            const isOther = orderId === run.otherOrderId;
            const entering = [...arrived].filter(
              ({ enters, isLinked = false }) => enters && isLinked === isOther,
            );
            const paid = entering.filter(({ enters }) => enters === "payment");
            // A refund counts only if its payment is applied, whichever of the two arrives first.
            const expected = entering.filter(
              (message) =>
                paid.includes(message) || paid.some(({ told }) => told.id === message.told.of),
            );
            const ledger = await run.ledger(orderId);
            expect(
              ledger
                .filter(({ kind }) => kind !== "cancellation")
                .map(({ kind, transactionId }) => `${kind} ${transactionId?.split("-")[0]}`)
                .sort(),
            ).toEqual(expected.map(entryOf).sort());
            // A payment needs review when its refunds exceed its amount.
            const payments = ledger.filter(({ kind }) => kind === "payment");
            for (const payment of payments.filter((each) => keptCents(each, ledger) < 0)) {
              expect(await run.isReviewed(payment.transactionId)).toBe(true);
            }
            const status = paymentStatusOf(ledger);
            expect((await findOrder(scene.shop, run.customer, orderId)).paymentStatus).toBe(status);
            if (status === "Paid") spentCents += 14900;
            if (paid.length > 0) expect(["Paid", "Refunded"]).toContain(status);
            else expect(["UnPaid", "Cancelled"]).toContain(status);
          }
          expect(await spentTotalCents(scene.shop, run.customer)).toBe(spentCents);
        }),
        { numRuns: releaseTests.run ? 60 : 15 },
      );
    });

    /** Stripe has one id for a reversal and its cancellation. */
    const entryOf = ({ told: { id, reversal }, enters }: Message) =>
      `${enters} ${protocol === "stripe" && reversal ? reversal : id}`;
  });
});

async function openScene(database: Database, protocol: Protocol) {
  const { shop, another, answers, receive } = await openProtocolCheckout(database, protocol);

  return {
    shop,
    async verifyWhileDown() {
      answers.given = "none";
      await shop.verifyAll();
      answers.given = "true";
    },
    /** Repeats the verification every hour, because postponed notifications become due later. */
    async verifyAll() {
      for (let round = 0; round < 12; round++) {
        shop.time.now += 60 * 60 * 1000;
        await shop.verifyAll();
      }
    },
    async dieWithOneInHand() {
      await claimNotification(database, shop.provider.name, shop.time.now);
      await database.write((tx) => notifications.releaseAll(tx));
    },
    async newOrder() {
      const run = newId();
      const customer: Actor = { kind: "customer", accountId: run, email: "ada@example.com" };
      const { order, message } = await another(customer);
      const other = await placeOrder(shop, customer, orderForm);
      return {
        customer,
        orderId: order.id,
        otherOrderId: other.id,
        arrive({ told: { id, of, reversal, ...told }, from }: Message) {
          const ids = {
            id: `${id}-${run}`,
            ...(of && { of: `${of}-${run}` }),
            ...(reversal && { reversal: `${reversal}-${run}` }),
          };
          return receive(message({ ...told, ...ids }, from));
        },
        cancel: () => cancelOrder(shop, customer, order.id).catch(() => undefined),
        async link() {
          const review = await database.read
            .selectFrom("payment_notifications")
            .select("id")
            .where("transaction_id", "=", `T7-${run}`)
            .where("outcome", "=", "review")
            .where("resolution", "is", null)
            .executeTakeFirst();
          const link = { decision: "link", order: String(other.number), confirmed: "yes" };
          if (review) await resolveReview(shop, owner, review.id, link);
        },
        async isReviewed(payment: string | null) {
          const reviews = (await Array.fromAsync(listReviews(shop, owner))).flat();
          return reviews.some(({ message }) => message?.parentTransactionId === payment);
        },
        async ledger(orderId: string): Promise<LedgerEvent[]> {
          const rows = await database.read
            .selectFrom("payment_ledger")
            .select(["kind", "amount_cents", "transaction_id", "parent_transaction_id"])
            .where("order_id", "=", orderId)
            .execute();
          return rows.map((row) => ({
            kind: row.kind,
            amountCents: row.amount_cents,
            transactionId: row.transaction_id,
            parentTransactionId: row.parent_transaction_id,
          }));
        },
      };
    },
  };
}
