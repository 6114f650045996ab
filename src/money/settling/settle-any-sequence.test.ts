import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { findOrder } from "#orders/find-order.ts";
import { keptCents, type LedgerEvent, type LedgerKind, paymentStatusOf } from "#orders/order.ts";
import { placeOrder } from "#orders/placing/place-order.ts";
import {
  claimNotification,
  notifications,
} from "#payments/notifications/notification-store.server.ts";
import type { ReceivedNotification } from "#payments/payment-provider.ts";
import { createPaypalStandard } from "#payments/paypal-standard/paypal-standard.ts";
import { newId } from "#platform/ids.ts";
import type { Actor } from "#policy/actor.ts";
import { spentTotalCents } from "#sales/order-totals.ts";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import {
  fieldsOf,
  formHeaders,
  notificationFor,
  openShop,
  orderForm,
  owner,
} from "../../../tests/support/orders/shop.ts";
import { cancelOrder } from "../cancelling/cancel-order.ts";
import { startPayment } from "../paying/start-payment.ts";
import { listReviews } from "../review/read-review.server.ts";
import { resolveReview } from "../review/resolve-review.ts";

/** A notification about the checkout of an order for $149.00. Each run makes the ids unique. */
interface Message {
  readonly fields: Readonly<Record<string, string>>;
  /** Ledger entry that the notification adds; undefined for a notification that adds no entry. */
  readonly enters?: { readonly kind: LedgerKind; readonly cents: number };
  /** True when the owner links the payment to another order of the customer. */
  readonly isLinked?: boolean;
}

const completed = (id: string, enters = true, otherwise: Message["fields"] = {}): Message => ({
  fields: { txn_id: id, ...otherwise },
  ...(enters ? { enters: { kind: "payment", cents: 14900 } } : {}),
});
const back = (
  id: string,
  parent: string,
  status: string,
  kind: LedgerKind,
  gross: string,
  otherwise: Message["fields"] = {},
): Message => ({
  fields: {
    txn_id: id,
    parent_txn_id: parent,
    payment_status: status,
    mc_gross: gross,
    ...otherwise,
  },
  enters: { kind, cents: Math.round(Number(gross) * 100) },
});

const genuine: readonly Message[] = [
  completed("T1"),
  completed("T2"),
  completed("T3", false, { mc_gross: "149.01" }),
  completed("T4", false, { mc_currency: "EUR" }),
  completed("T5", false, { business: "else@example.com", receiver_email: "else@example.com" }),
  completed("T1", false, { payment_status: "Pending", pending_reason: "echeck" }),
  completed("T6", false, { payment_status: "Denied" }),
  back("R1", "T1", "Refunded", "refund", "-49.00"),
  back("R2", "T1", "Refunded", "refund", "-100.00"),
  back("R3", "T1", "Refunded", "refund", "-10.00", { custom: "", invoice: "" }),
  back("R4", "T2", "Refunded", "refund", "-20.00", { custom: "", invoice: "" }),
  { ...completed("T7", true, { mc_gross: "100.00" }), isLinked: true },
  { ...back("R5", "T7", "Refunded", "refund", "-30.00"), isLinked: true },
  { ...back("R6", "T7", "Refunded", "refund", "-70.00", { custom: "" }), isLinked: true },
  back("V1", "T2", "Reversed", "reversal", "-149.00"),
  back("V2", "T2", "Canceled_Reversal", "reversal-cancelled", "149.00"),
];
const forged: readonly Message[] = [
  completed("F1", false, { forged: "1" }),
  { fields: { ...back("F2", "T1", "Refunded", "refund", "-149.00").fields, forged: "1" } },
];
const messages = [...genuine, ...forged];

const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ arrives: fc.nat(messages.length - 1) }) },
  { weight: 3, arbitrary: fc.constant("verify" as const) },
  { weight: 1, arbitrary: fc.constant("die with one in hand" as const) },
  { weight: 1, arbitrary: fc.constant("provider is down" as const) },
  { weight: 1, arbitrary: fc.constant("customer cancels" as const) },
  { weight: 1, arbitrary: fc.constant("owner links" as const) },
);

describeStore("Any sequence of notifications, crashes and cancellations", (openDatabase) => {
  let scene: Awaited<ReturnType<typeof openScene>>;
  beforeAll(async () => {
    scene = await openScene(await openDatabase());
  });

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
            const message = messages[next.arrives] as Message;
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
          const paid = entering.filter(({ enters }) => enters?.kind === "payment");
          // A refund counts only if its payment is applied, whichever of the two arrives first.
          const expected = entering.filter(
            (message) =>
              paid.includes(message) ||
              paid.some(({ fields }) => fields.txn_id === message.fields.parent_txn_id),
          );
          const ledger = await run.ledger(orderId);
          expect(
            ledger
              .filter(({ kind }) => kind !== "cancellation")
              .map(idOf)
              .sort(),
          ).toEqual(expected.map(({ fields }) => fields.txn_id).sort());
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
      { numRuns: 40 },
    );
  });

  const idOf = ({ transactionId }: LedgerEvent) => transactionId?.split("-")[0] ?? "";
});

async function openScene(
  database: Awaited<ReturnType<Parameters<Parameters<typeof describeStore>[1]>[0]>>,
) {
  const isForged = (raw: Uint8Array) => Buffer.from(raw).includes("forged=1");
  let isDown = false;
  const provider = {
    ...createPaypalStandard({
      name: "paypal-standard",
      endpoints: { checkoutUrl: "https://pay.example/", verifyUrl: "https://pay.example/" },
      isLive: true,
      publicUrl: "http://localhost:3000",
    }),
    async verify({ raw }: ReceivedNotification) {
      if (isDown) throw new Error("The provider is down.");
      return isForged(raw) ? ("invalid" as const) : ("verified" as const);
    },
  };
  const shop = await openShop(database, { provider });

  return {
    shop,
    async verifyWhileDown() {
      isDown = true;
      await shop.verifyAll();
      isDown = false;
    },
    /** Repeats the verification every hour, because postponed notifications become due later. */
    async verifyAll() {
      for (let round = 0; round < 12; round++) {
        shop.time.now += 60 * 60 * 1000;
        await shop.verifyAll();
      }
    },
    async dieWithOneInHand() {
      await claimNotification(database, provider.name, shop.time.now);
      await database.write((tx) => notifications.releaseAll(tx));
    },
    async newOrder() {
      const run = newId();
      const customer: Actor = { kind: "customer", accountId: run, email: "ada@example.com" };
      const order = await placeOrder(shop, customer, orderForm);
      const other = await placeOrder(shop, customer, orderForm);
      const handOff = await startPayment(shop, customer, order.id);
      const fields = fieldsOf(handOff);
      return {
        customer,
        orderId: order.id,
        otherOrderId: other.id,
        arrive({ fields: otherwise }: Message) {
          const named = (name: string) =>
            otherwise[name] === undefined ? {} : { [name]: `${otherwise[name]}-${run}` };
          const ids = { ...named("txn_id"), ...named("parent_txn_id") };
          return shop.payments.receive(
            notificationFor(fields, { ...otherwise, ...ids }),
            formHeaders,
          );
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
