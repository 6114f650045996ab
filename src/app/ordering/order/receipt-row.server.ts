import type { OrderReceipt } from "../../../orders/ledger/order-receipt.ts";
import type { Order } from "../../../orders/order.ts";
import { dollarsFromCents } from "../../../platform/money.ts";
import { type DateReader, longDateOf, minuteOf } from "../../../platform/time/dates.ts";

/** What a receipt says beside the order: texts only, made on the server. */
export interface ReceiptRow {
  readonly customerAddress: string;
  readonly customerCountry: string;
  readonly paid: string;
  /** What the payment is known by, and what that is called. */
  readonly knownBy: { readonly label: "Transaction" | "Reference"; readonly value: string };
  /** "" unless the payment was not the order's price. */
  readonly received: string;
  /** When it went back, and "" while nothing did. */
  readonly refunded: string;
  /** How much of it; "" while nothing did. */
  readonly refundedAmount: string;
  /** What is left of the payment; "" while nothing went back. */
  readonly keptAmount: string;
  /** Payments beside that one. */
  readonly others: readonly OtherPaymentRow[];
}

interface OtherPaymentRow {
  readonly paid: string;
  readonly knownBy: string;
  /** How much came, and what of it went back. */
  readonly amount: string;
}

export function receiptRow(order: Order, receipt: OrderReceipt, reader: DateReader): ReceiptRow {
  const { paidAt, transactionId, reference, receivedCents, refundedCents, refundedAt } = receipt;
  const isWhole = receivedCents === order.priceCents;
  const inMoney = (cents: number) => `${dollarsFromCents(cents)} ${order.currency}`;
  const dated = reference === null ? minuteOf : longDateOf;
  return {
    customerAddress: order.customerAddress,
    customerCountry: order.customerCountry,
    paid: dated(paidAt, reader),
    knownBy:
      reference === null
        ? { label: "Transaction", value: transactionId }
        : { label: "Reference", value: reference },
    received: isWhole ? "" : inMoney(receivedCents),
    refunded: refundedAt === null ? "" : dated(refundedAt, reader),
    refundedAmount: refundedAt === null ? "" : inMoney(refundedCents),
    keptAmount: refundedAt === null ? "" : inMoney(receivedCents - refundedCents),
    others: receipt.otherPayments.map((other) => ({
      paid: (other.reference === null ? minuteOf : longDateOf)(other.paidAt, reader),
      knownBy: other.reference ?? other.transactionId,
      amount:
        other.refundedCents > 0
          ? `${inMoney(other.receivedCents)}, ${inMoney(other.refundedCents)} of it went back`
          : inMoney(other.receivedCents),
    })),
  };
}
