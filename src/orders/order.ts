import { priceFromCents } from "../platform/money.ts";
import { dateOf } from "../platform/time/dates.ts";

export const paymentStatuses = ["UnPaid", "Paid", "Cancelled", "Refunded"] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/** The owner sets these by hand, in any order: a slip may be corrected. */
export const orderStatuses = ["Pending", "Delivered"] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** Which state may follow which. What moves them is in `paymentStatusOf`. */
export const paymentTransitions: Readonly<Record<PaymentStatus, readonly PaymentStatus[]>> = {
  // Straight to Refunded when the news of the refund overtakes that of the payment.
  UnPaid: ["Paid", "Cancelled", "Refunded"],
  // A payment that was on its way when the order was cancelled counts.
  Cancelled: ["Paid", "Refunded"],
  Paid: ["Refunded"],
  // When a chargeback is decided in our favour.
  Refunded: ["Paid"],
};

const ledgerKinds = [
  "payment",
  "refund",
  "reversal",
  "reversal-cancelled",
  "cancellation",
] as const;
export type LedgerKind = (typeof ledgerKinds)[number];

/** One thing that happened to an order's money. */
export interface LedgerEvent {
  readonly kind: LedgerKind;
  /** Negative for money that went back; 0 for a cancellation. */
  readonly amountCents: number;
  /** Null only for a cancellation. */
  readonly transactionId: string | null;
  /** The payment that a refund or reversal takes back, or its cancellation returns. */
  readonly parentTransactionId: string | null;
}

/**
 * The payment status that follows from all that happened, in whatever order the news of it came.
 * Money that goes back counts against its own payment only, so that giving back one that came
 * twice leaves the order Paid.
 */
export function paymentStatusOf(events: readonly LedgerEvent[]): PaymentStatus {
  const payments = events.filter((event) => event.kind === "payment");
  if (payments.length === 0) {
    return events.some((event) => event.kind === "cancellation") ? "Cancelled" : "UnPaid";
  }
  const isKept = payments.some((payment) => keptCents(payment, events) > 0);
  return isKept ? "Paid" : "Refunded";
}

/** The payment that a receipt is about: one that was kept, else the first. */
export function receiptedPayment<Event extends LedgerEvent>(
  events: readonly Event[],
): Event | undefined {
  const payments = events.filter((event) => event.kind === "payment");
  return payments.find((payment) => keptCents(payment, events) > 0) ?? payments[0];
}

/** What is left of a payment after all that was given or taken back of it. */
export function keptCents(payment: LedgerEvent, events: readonly LedgerEvent[]): number {
  return events
    .filter((event) => event.parentTransactionId === payment.transactionId)
    .reduce((cents, event) => cents + event.amountCents, payment.amountCents);
}

/** What was taken back of a payment against the shop's will, and has not come back since. */
export function takenBackCents(
  paymentTransactionId: string,
  events: readonly LedgerEvent[],
): number {
  const cents = events
    .filter(({ parentTransactionId }) => parentTransactionId === paymentTransactionId)
    .filter(({ kind }) => kind === "reversal" || kind === "reversal-cancelled")
    .reduce((sum, { amountCents }) => sum - amountCents, 0);
  return Math.max(0, cents);
}

export interface Order {
  readonly id: string;
  /** Counts from 1 without gaps, in the order in which the orders were placed. */
  readonly number: number;
  readonly accountId: string;
  /** A copy of what the account had then; it does not decide whose order this is. */
  readonly customerEmail: string;
  readonly customerName: string;
  readonly customerAddress: string;
  readonly customerCountry: string;
  /** The site to be worked on; "" when it was not given. */
  readonly customerWebsite: string;
  readonly packageId: string;
  /** Name and price are copies: editing the plan later changes no order. */
  readonly packageName: string;
  readonly priceCents: number;
  readonly currency: string;
  readonly paymentStatus: PaymentStatus;
  readonly orderStatus: OrderStatus;
  readonly placedAt: number;
  readonly paidAt: number | null;
}

/** An order as REST answers it, in the specification's names and forms. */
export interface RestOrder {
  readonly _id: string;
  readonly packageName: string;
  /** "149" or "149.50". */
  readonly packagePrice: string;
  readonly customerEmail: string;
  readonly customerName: string;
  readonly customerAddress: string;
  readonly customerCountry: string;
  readonly customerWebsite: string;
  readonly paymentStatus: PaymentStatus;
  readonly orderStatus: OrderStatus;
  /** MM/DD/YY in the site's time zone. */
  readonly orderDate: string;
}

export function toRestOrder(order: Order, timeZone: string): RestOrder {
  return {
    _id: order.id,
    packageName: order.packageName,
    packagePrice: priceFromCents(order.priceCents),
    customerEmail: order.customerEmail,
    customerName: order.customerName,
    customerAddress: order.customerAddress,
    customerCountry: order.customerCountry,
    customerWebsite: order.customerWebsite,
    paymentStatus: order.paymentStatus,
    orderStatus: order.orderStatus,
    orderDate: dateOf(order.placedAt, timeZone),
  };
}
