import type { Database } from "../../platform/database/database.ts";
import type { Actor } from "../../policy/actor.ts";
import { findOrder } from "../find-order.ts";
import { keptCents, receiptedPayment } from "../order.ts";
import { ledgerOfOrder } from "./order-ledger.server.ts";

export interface OrderReceipt {
  readonly paidAt: number;
  readonly transactionId: string;
  /** Reference of a manual payment, which has only a date; null for any other. */
  readonly reference: string | null;
  readonly receivedCents: number;
  /** Returned amount, in part or in full. */
  readonly refundedCents: number;
  /** Time of the last return; null without one. */
  readonly refundedAt: number | null;
  /** Other payments of the order, oldest first. */
  readonly otherPayments: readonly OtherPayment[];
}

interface OtherPayment {
  readonly paidAt: number;
  readonly transactionId: string;
  readonly reference: string | null;
  readonly receivedCents: number;
  readonly refundedCents: number;
}

/**
 * The receipt of an order; null for an order that was never paid. Throws "unauthenticated" and
 * "not-found".
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
  const refundedCents = payment.amountCents - keptCents(payment, ledger);
  const returned = ledger.findLast(
    ({ amountCents, parentTransactionId }) =>
      amountCents < 0 && parentTransactionId === payment.transactionId,
  );
  return {
    paidAt: payment.at,
    transactionId: payment.transactionId ?? "",
    reference: payment.reference,
    receivedCents: payment.amountCents,
    refundedCents,
    refundedAt: refundedCents > 0 ? (returned?.at ?? null) : null,
    otherPayments: ledger
      .filter((entry) => entry.kind === "payment" && entry !== payment)
      .map((entry) => ({
        paidAt: entry.at,
        transactionId: entry.transactionId ?? "",
        reference: entry.reference,
        receivedCents: entry.amountCents,
        refundedCents: entry.amountCents - keptCents(entry, ledger),
      })),
  };
}
