import { priceFromCents } from "../platform/money.ts";
import { type CustomerDetails, customerDetailsIn } from "../platform/texts/customer-details.ts";
import { dateOf } from "../platform/time/dates.ts";

export const paymentStatuses = ["UnPaid", "Paid", "Cancelled", "Refunded"] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/** An admin may set either status at any time, to correct a mistake. */
export const orderStatuses = ["Pending", "Delivered"] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** Allowed transitions of the payment status; `paymentStatusOf` derives it. */
export const paymentTransitions: Readonly<Record<PaymentStatus, readonly PaymentStatus[]>> = {
  // Refunded at once when the notification of the refund arrives before that of the payment.
  UnPaid: ["Paid", "Cancelled", "Refunded"],
  // A payment that was on its way at the cancellation counts.
  Cancelled: ["Paid", "Refunded"],
  Paid: ["Refunded"],
  // A chargeback may be decided in the shop's favour.
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

/** One ledger event of an order. */
export interface LedgerEvent {
  readonly kind: LedgerKind;
  /** Negative for returned money; 0 for a cancellation. */
  readonly amountCents: number;
  /** Null only for a cancellation. */
  readonly transactionId: string | null;
  /**
   * Transaction of the payment that a refund or reversal takes back, or a cancelled reversal
   * restores.
   */
  readonly parentTransactionId: string | null;
}

/**
 * Derives the payment status from all events, in any order of arrival. Returned money counts
 * against its own payment only, so refunding a duplicate payment leaves the order Paid.
 */
export function paymentStatusOf(events: readonly LedgerEvent[]): PaymentStatus {
  const payments = events.filter((event) => event.kind === "payment");
  if (payments.length === 0) {
    return events.some((event) => event.kind === "cancellation") ? "Cancelled" : "UnPaid";
  }
  const isKept = payments.some((payment) => keptCents(payment, events) > 0);
  return isKept ? "Paid" : "Refunded";
}

/** The payment on the receipt: one that was kept, else the first. */
export function receiptedPayment<Event extends LedgerEvent>(
  events: readonly Event[],
): Event | undefined {
  const payments = events.filter((event) => event.kind === "payment");
  return payments.find((payment) => keptCents(payment, events) > 0) ?? payments[0];
}

/** Remaining amount of a payment after refunds and reversals. */
export function keptCents(payment: LedgerEvent, events: readonly LedgerEvent[]): number {
  return events
    .filter((event) => event.parentTransactionId === payment.transactionId)
    .reduce((cents, event) => cents + event.amountCents, payment.amountCents);
}

/** Amount of a payment under reversals that were not cancelled. */
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

export interface Order extends CustomerDetails {
  readonly id: string;
  /** Counts from 1 without gaps, in the order of placing. */
  readonly number: number;
  readonly accountId: string;
  /** Copy of the account's address at that time; does not decide who owns the order. */
  readonly customerEmail: string;
  readonly packageId: string;
  /** Name and price are copies, so editing the plan changes no order. */
  readonly packageName: string;
  readonly priceCents: number;
  readonly currency: string;
  readonly paymentStatus: PaymentStatus;
  readonly orderStatus: OrderStatus;
  readonly placedAt: number;
  readonly paidAt: number | null;
}

/** An order as REST returns it, with the specified names and formats. */
export type RestOrder = ReturnType<typeof toRestOrder>;

export function toRestOrder(order: Order, timeZone: string) {
  return {
    _id: order.id,
    packageName: order.packageName,
    /** "149" or "149.50". */
    packagePrice: priceFromCents(order.priceCents),
    customerEmail: order.customerEmail,
    ...customerDetailsIn(order),
    paymentStatus: order.paymentStatus,
    orderStatus: order.orderStatus,
    /** MM/DD/YY in the site's time zone. */
    orderDate: dateOf(order.placedAt, timeZone),
  };
}

/** Longest reference of a manual payment, in characters. */
export const longestReference = 100;
