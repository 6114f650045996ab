import { z } from "zod";
import type { EmailingDependencies } from "#mail/mailer.ts";
import { orderNotFound } from "#orders/find-order.ts";
import { keptCents, type Order } from "#orders/order.ts";
import { notifyOfReturnedMoney } from "#orders/order-emails.server.ts";
import { lockOrder } from "#orders/order-store.server.ts";
import type { Payments } from "#payments/payments.ts";
import type { Queries, WriteTransaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { formKey } from "#platform/idempotency.ts";
import { amountFromCents, dollarsFromCents } from "#platform/money.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import { addDays } from "#platform/time/calendar.ts";
import { dayOf } from "#platform/time/dates.ts";
import { type Actor, authorOf } from "#policy/actor.ts";
import { audit } from "#policy/audit.ts";
import { requireRight } from "#policy/rights.ts";
import {
  enterInLedger,
  type LedgerDependencies,
  type LedgerEntry,
  ledgerOfOrder,
  manualProvider,
} from "../ledger/order-ledger.server.ts";
import { endCheckoutsOf } from "../paying/open-ways.server.ts";
import { type FirstDay, instantOfDay, manualEntryFields } from "./manual-payment-form.ts";

export const manualPaymentForm = z.strictObject({
  ...manualEntryFields,
  key: formKey,
  confirmed: z.enum(["", "yes"]).default(""),
});
type ManualPayment = z.infer<typeof manualPaymentForm>;

interface ManualEntry {
  readonly kind: "payment" | "refund";
  readonly given: Pick<ManualPayment, "key" | "amount" | "date" | "reference"> & {
    /** The payment that a refund returns. */
    readonly transactionId?: string;
  };
  /** Checks the input against the locked order, and returns the rest of the ledger entry. */
  readonly entryFor: (
    tx: WriteTransaction,
    order: Order,
    now: number,
  ) => Promise<Pick<LedgerEntry, "parentTransactionId" | "at">>;
}

interface ManualEntryDependencies extends EmailingDependencies, LedgerDependencies {}

/**
 * A repeated submit with the same key changes nothing and returns the order. Throws "not-found",
 * and "key-reused" when the repeated submit differs in anything that the ledger stores.
 */
async function recordManualEntry(
  deps: ManualEntryDependencies,
  actor: Actor,
  orderId: string,
  { kind, given, entryFor }: ManualEntry,
): Promise<Order> {
  const { database, clock, post } = deps;
  const { key, amount, date, reference } = given;
  return database.write(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order === undefined) throw orderNotFound();
    const now = clock();
    const earlier = await findManualEntry(tx, kind, key);
    if (earlier !== undefined) {
      const isSame =
        earlier.order_id === order.id &&
        Math.abs(earlier.amount_cents) === amount &&
        earlier.reference === reference &&
        earlier.parent_transaction_id === (given.transactionId ?? null) &&
        dayOf(earlier.at, await post.readTimeZone(tx)) === date;
      if (isSame) return order;
      throw keyReused();
    }
    const entry = await entryFor(tx, order, now);
    const after = await enterInLedger(tx, deps, order, {
      ...entry,
      kind,
      amountCents: kind === "payment" ? amount : -amount,
      provider: manualProvider,
      transactionId: key,
      reference,
      notificationId: null,
      author: authorOf(actor),
      recordedAt: now,
    });
    // The lock on this order excludes other requests about this order, so a request about another
    // order has used the key.
    if (after === undefined) throw keyReused();
    if (kind === "refund") {
      const facts = { amountCents: amount, knownBy: ["Reference", reference] } as const;
      await notifyOfReturnedMoney(tx, post, after, facts);
    }
    await audit(tx, actor, {
      action: `Record ${kind}`,
      subject: "order",
      subjectId: order.id,
      label: `Order ${order.number}`,
      before: { paymentStatus: order.paymentStatus },
      after: {
        paymentStatus: after.paymentStatus,
        amount: amountFromCents(amount),
        date,
        reference,
      },
      at: now,
    });
    return after;
  });
}

function findManualEntry(queries: Queries, kind: "payment" | "refund", key: string) {
  return queries
    .selectFrom("payment_ledger")
    .select(["order_id", "amount_cents", "reference", "parent_transaction_id", "at"])
    .where("provider", "=", manualProvider)
    .where("transaction_id", "=", key)
    .where("kind", "=", kind)
    .executeTakeFirst();
}

function keyReused(): AppError {
  const sentence =
    "This form was already used for another entry, so nothing new was recorded. Check that entry. To record one more, press “Discard changes” and start again (in an API call, use a new key).";
  return new AppError("key-reused", sentence);
}

interface ManualPaymentDependencies extends ManualEntryDependencies {
  readonly payments: Pick<Payments, "through">;
}

/**
 * Records a manual payment for an UnPaid or Cancelled order. Input: `{ amount, date, reference,
 * key, confirmed }`, with `confirmed: "yes"` for an amount that differs from the order's price.
 * Throws "forbidden", "invalid", "not-found", "key-reused", and "conflict" for a Paid or Refunded
 * order and for one with a price of nothing.
 */
export async function recordManualPayment(
  deps: ManualPaymentDependencies,
  actor: Actor,
  orderId: string,
  input: unknown,
): Promise<Order> {
  requireRight(actor, "record payments");
  const given = parseOrThrow<ManualPayment>(manualPaymentForm, input);
  const { post } = deps;
  const paid = await recordManualEntry(deps, actor, orderId, {
    kind: "payment",
    given,
    async entryFor(tx, order, now) {
      const timeZone = await post.readTimeZone(tx);
      const at = instantOfDay(given.date, firstDayFor(order, timeZone), { now, timeZone });
      requireUnpaid(order);
      requireConfirmed(order, given);
      return { parentTransactionId: null, at };
    },
  });
  await endCheckoutsOf(deps, orderId);
  return paid;
}

function requireUnpaid({ paymentStatus, priceCents }: Order): void {
  if (priceCents === 0) {
    const message = "This order costs nothing, so it has no payment to record.";
    throw new AppError("conflict", message);
  }
  if (paymentStatus === "UnPaid" || paymentStatus === "Cancelled") return;
  const was = paymentStatus === "Paid" ? "already paid" : "paid and refunded";
  throw new AppError(
    "conflict",
    `This order is ${was}. For another payment, the customer has to place a new order.`,
  );
}

/**
 * A customer can pay before placing the order, but a payment more than a year older than the order
 * is probably a typing error.
 */
function firstDayFor({ placedAt }: Order, timeZone: string): FirstDay {
  const day = addDays(dayOf(placedAt, timeZone), -366);
  return { day, reason: "This date is more than a year before the order. Check the year." };
}

function requireConfirmed({ priceCents }: Order, { amount, confirmed }: ManualPayment): void {
  if (amount === priceCents || confirmed === "yes") return;
  const message = `The order costs ${dollarsFromCents(priceCents)}, and this payment is ${dollarsFromCents(amount)}. Confirm that it pays for the order.`;
  throw new AppError("invalid", message, { issues: [{ path: "confirmed", message }] });
}

export const manualRefundForm = z.strictObject({
  ...manualEntryFields,
  key: formKey,
  transactionId: z.string("Choose the payment that was refunded."),
});
type ManualRefund = z.infer<typeof manualRefundForm>;

/**
 * Records a refund of a manual payment, in part or in full, and emails the customer. Input: `{
 * transactionId, amount, date, reference, key }`. Throws "forbidden", "invalid", "not-found" for an
 * unknown order or payment, "key-reused", and "conflict" when the amount exceeds the rest of the
 * payment.
 */
export async function recordManualRefund(
  deps: ManualEntryDependencies,
  actor: Actor,
  orderId: string,
  input: unknown,
): Promise<Order> {
  requireRight(actor, "record payments");
  const given = parseOrThrow<ManualRefund>(manualRefundForm, input);
  const { post } = deps;
  return recordManualEntry(deps, actor, orderId, {
    kind: "refund",
    given,
    async entryFor(tx, order, now) {
      const ledger = await ledgerOfOrder(tx, order.id);
      const payment = ledger.find(
        ({ kind, provider, transactionId }) =>
          kind === "payment" &&
          provider === manualProvider &&
          transactionId === given.transactionId,
      );
      if (payment === undefined) throw new AppError("not-found", "This order has no such payment.");
      const timeZone = await post.readTimeZone(tx);
      const day = dayOf(payment.at, timeZone);
      const first = { day, reason: "The payment arrived after this date." };
      const at = instantOfDay(given.date, first, { now, timeZone });
      requireKept(given.amount, keptCents(payment, ledger));
      return { parentTransactionId: given.transactionId, at };
    },
  });
}

function requireKept(amountCents: number, leftCents: number): void {
  if (amountCents <= leftCents) return;
  const [amount, left] = [dollarsFromCents(amountCents), dollarsFromCents(leftCents)];
  const message = `${amount} is more than what is left of this payment: ${left}.`;
  throw new AppError("conflict", message, { issues: [{ path: "amount", message }] });
}
