import type { Database } from "../platform/database.ts";
import type { Actor } from "../policy/actor.ts";
import { findOrder } from "./find-order.ts";
import { receiptedPayment } from "./order.ts";
import { ledgerOfOrder } from "./order-ledger.server.ts";

export interface OrderReceipt {
  readonly paidAt: number;
  readonly transactionId: string;
  /** When the money went back; null while it has not. */
  readonly refundedAt: number | null;
}

/**
 * What a receipt says beside the order itself; null for an order that was never paid, which has
 * none. Throws "unauthenticated" and "not-found".
 */
export async function orderReceipt(
  { database }: { readonly database: Database },
  actor: Actor,
  orderId: string,
): Promise<OrderReceipt | null> {
  const { paymentStatus } = await findOrder({ database }, actor, orderId);
  if (paymentStatus !== "Paid" && paymentStatus !== "Refunded") return null;
  const ledger = await ledgerOfOrder(database.read, orderId);
  const payment = receiptedPayment(ledger);
  if (payment === undefined) throw new Error(`The order ${orderId} is paid without a payment.`);
  const returned = ledger.findLast(({ amountCents }) => amountCents < 0);
  return {
    paidAt: payment.at,
    transactionId: payment.transactionId ?? "",
    refundedAt: paymentStatus === "Refunded" ? (returned?.at ?? null) : null,
  };
}
