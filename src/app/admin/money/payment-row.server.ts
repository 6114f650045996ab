import type { ListedPayment } from "#money/ledger/list-payments.ts";
import { manualProvider } from "#money/ledger/order-ledger.server.ts";
import type { AwaitedNotification } from "#payments/notifications/notifications-about.server.ts";
import { storedProvider } from "#payments/stored-providers.ts";
import { dollarsFromCents } from "#platform/money.ts";
import { type DateReader, isoTime, minuteOf } from "#platform/time/dates.ts";

export interface PaymentWords {
  readonly reader: DateReader;
}

export function paymentRow(payment: ListedPayment, words: PaymentWords) {
  const { id, orderId, orderNumber, customerName, state } = payment;
  return {
    id,
    orderId,
    orderNumber,
    customerName,
    state,
    // The transaction id of a manual payment is an idempotency key, which nobody has seen.
    transaction: payment.reference ?? payment.transactionId,
    amount: dollarsFromCents(payment.amountCents),
    kept: state === "Partly refunded" ? dollarsFromCents(payment.keptCents) : "",
    provider:
      payment.provider === manualProvider ? "Manual" : storedProvider(payment.provider).displayName,
    isoDate: isoTime(payment.receivedAt),
    fullDate: minuteOf(payment.receivedAt, words.reader),
  };
}

export type PaymentRow = ReturnType<typeof paymentRow>;

export function awaitedRow(awaited: AwaitedNotification, words: PaymentWords) {
  return {
    id: awaited.id,
    orderId: awaited.orderReference,
    status: awaited.rawStatus ?? "no status",
    transactionId: awaited.transactionId ?? "none",
    isoDate: isoTime(awaited.receivedAt),
    fullDate: minuteOf(awaited.receivedAt, words.reader),
  };
}

export type AwaitedRow = ReturnType<typeof awaitedRow>;
