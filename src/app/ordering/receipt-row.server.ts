import type { Order } from "../../orders/order.ts";
import type { OrderReceipt } from "../../orders/order-receipt.ts";
import { fullDateOf } from "../../platform/dates.ts";

/** What a receipt says beside the order: texts only, made on the server. */
export interface ReceiptRow {
  readonly customerAddress: string;
  readonly customerCountry: string;
  readonly paid: string;
  readonly transactionId: string;
  /** "" while nothing went back. */
  readonly refunded: string;
}

export function receiptRow(
  { customerAddress, customerCountry }: Order,
  { paidAt, transactionId, refundedAt }: OrderReceipt,
  timeZone: string,
): ReceiptRow {
  const refunded = refundedAt === null ? "" : fullDateOf(refundedAt, timeZone);
  const paid = fullDateOf(paidAt, timeZone);
  return { customerAddress, customerCountry, paid, transactionId, refunded };
}
