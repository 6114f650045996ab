import type { OrderReceipt } from "../../../orders/ledger/payments-of-order.ts";
import type { Order } from "../../../orders/order.ts";
import { dollarsFromCents } from "../../../platform/money.ts";
import { type DateReader, longDateOf, minuteOf } from "../../../platform/time/dates.ts";

/** Data of a receipt beside the order, as formatted texts. */
export interface ReceiptRow {
  readonly customerAddress: string;
  readonly customerCountry: string;
  readonly paid: string;
  /** Identifier of the payment, with its label. */
  readonly knownBy: { readonly label: "Transaction" | "Reference"; readonly value: string };
  /** Received amount; "" when it equals the price. */
  readonly received: string;
  /** Date of the refund; "" for none. */
  readonly refunded: string;
  /** Refunded amount; "" for none. */
  readonly refundedAmount: string;
  /** Remaining amount; "" without a refund. */
  readonly keptAmount: string;
  /** Other payments of the order. */
  readonly others: readonly OtherPaymentRow[];
}

interface OtherPaymentRow {
  readonly paid: string;
  readonly knownBy: string;
  /** Amount, and how much of it was refunded. */
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
          ? `${inMoney(other.receivedCents)}, ${inMoney(other.refundedCents)} of it refunded`
          : inMoney(other.receivedCents),
    })),
  };
}
