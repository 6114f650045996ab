import type { PlanTerms } from "../content/model/plan-terms.ts";
import { priceFromCents } from "../platform/money.ts";
import { type CustomerDetails, customerDetailsIn } from "../platform/texts/customer-details.ts";
import { dateOf } from "../platform/time/dates.ts";

export const paymentStatuses = ["UnPaid", "Paid", "Cancelled", "Refunded"] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/** An admin may set either status at any time, to correct a mistake. */
export const orderStatuses = ["Pending", "Delivered"] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** The allowed transitions. `enterInLedger` throws on any other transition. */
export const paymentTransitions: Readonly<Record<PaymentStatus, readonly PaymentStatus[]>> = {
  // An order goes from UnPaid to Refunded when the notification of the refund arrives before the
  // notification of the payment.
  UnPaid: ["Paid", "Cancelled", "Refunded"],
  // A payment that the customer started before the cancellation may still arrive.
  Cancelled: ["Paid", "Refunded"],
  // Only an order with nothing to pay goes from Paid to Cancelled; any other is refunded.
  Paid: ["Refunded", "Cancelled"],
  // The provider returns the money when the shop wins a dispute.
  Refunded: ["Paid"],
};

const ledgerKinds = [
  "payment",
  "refund",
  "reversal",
  "reversal-cancelled",
  "cancellation",
  "nothing-due",
] as const;
export type LedgerKind = (typeof ledgerKinds)[number];

export interface LedgerEvent {
  readonly kind: LedgerKind;
  /** Negative for returned money; 0 for a cancellation and for an order with nothing to pay. */
  readonly amountCents: number;
  /** Null only for a cancellation and for an order with nothing to pay. */
  readonly transactionId: string | null;
  /**
   * Transaction id of the payment that a refund or reversal takes back or a cancelled reversal
   * restores.
   */
  readonly parentTransactionId: string | null;
}

/**
 * The sequence of the events does not matter. A refund counts against its own payment only, so the
 * refund of a duplicate payment leaves the order Paid.
 */
export function paymentStatusOf(events: readonly LedgerEvent[]): PaymentStatus {
  const payments = events.filter((event) => event.kind === "payment");
  const isCancelled = events.some((event) => event.kind === "cancellation");
  const isNothingDue = !isCancelled && events.some((event) => event.kind === "nothing-due");
  if (isNothingDue || payments.some((payment) => keptCents(payment, events) > 0)) return "Paid";
  if (payments.length > 0) return "Refunded";
  return isCancelled ? "Cancelled" : "UnPaid";
}

/**
 * The payment on the receipt: the first payment that was not fully returned, or else the first
 * payment.
 */
export function receiptedPayment<Event extends LedgerEvent>(
  events: readonly Event[],
): Event | undefined {
  const payments = events.filter((event) => event.kind === "payment");
  return payments.find((payment) => keptCents(payment, events) > 0) ?? payments[0];
}

/**
 * Remaining amount of a payment after refunds, reversals and cancelled reversals; negative when
 * more was returned than paid.
 */
export function keptCents(payment: LedgerEvent, events: readonly LedgerEvent[]): number {
  return events
    .filter((event) => event.parentTransactionId === payment.transactionId)
    .reduce((cents, event) => cents + event.amountCents, payment.amountCents);
}

/**
 * True for the entry that gives back a refund that failed. It has the kind of a cancelled reversal
 * and the transaction id of the refund.
 */
export function isFailureOfRefund(event: LedgerEvent, events: readonly LedgerEvent[]): boolean {
  return (
    event.kind === "reversal-cancelled" &&
    events.some(
      ({ kind, transactionId }) => kind === "refund" && transactionId === event.transactionId,
    )
  );
}

/** Amount of a payment that reversals took and cancelled reversals did not return. */
export function takenBackCents(
  paymentTransactionId: string,
  events: readonly LedgerEvent[],
): number {
  const cents = events
    .filter(({ parentTransactionId }) => parentTransactionId === paymentTransactionId)
    .filter(({ kind }) => kind === "reversal" || kind === "reversal-cancelled")
    .filter((event) => !isFailureOfRefund(event, events))
    .reduce((sum, { amountCents }) => sum - amountCents, 0);
  return Math.max(0, cents);
}

/** Name, price and terms are copies, so editing the plan changes no order. */
export interface Order extends CustomerDetails, PlanTerms {
  readonly id: string;
  /**
   * Grows with each order, and jumps where the owner goes on with a higher number. Demonstration
   * orders have numbers of their own.
   */
  readonly number: number;
  /** The person who placed the order. `companyId` decides who may see the order. */
  readonly accountId: string;
  readonly companyId: string;
  /** "" for a company without a name. */
  readonly companyName: string;
  /** The account's address when the order was placed. */
  readonly customerEmail: string;
  readonly packageId: string;
  readonly packageName: string;
  readonly priceCents: number;
  readonly currency: string;
  readonly paymentStatus: PaymentStatus;
  readonly orderStatus: OrderStatus;
  readonly placedAt: number;
  readonly paidAt: number | null;
  /** Account of the team member who works on the order; null while nobody is assigned. */
  readonly assigneeId: string | null;
  /** True for an order of `demonstration/`, which sums, exports and emails leave out. */
  readonly isDemonstration: boolean;
}

/** An order as REST returns it, with the names and formats of the specification. */
export type RestOrder = ReturnType<typeof toRestOrder>;

/** `seesPrice`: false for somebody of a company who sees no payments. */
export function toRestOrder(order: Order, timeZone: string, seesPrice = true) {
  return {
    _id: order.id,
    packageName: order.packageName,
    /** "149" or "149.50". */
    packagePrice: seesPrice ? priceFromCents(order.priceCents) : null,
    packageCharged: order.charged,
    customerEmail: order.customerEmail,
    companyName: order.companyName,
    ...customerDetailsIn(order),
    paymentStatus: order.paymentStatus,
    orderStatus: order.orderStatus,
    /** MM/DD/YY in the site's time zone. */
    orderDate: dateOf(order.placedAt, timeZone),
  };
}

/** Maximum number of characters in the reference of a manual payment. */
export const longestReference = 100;
