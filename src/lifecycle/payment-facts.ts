import type { NewLedgerEntry } from "../money/ledger/order-ledger.server.ts";
import type { Order } from "../orders/order.ts";
import type { FirstPayment } from "./payment-emails.server.ts";

/** Facts about the payment that made an order Paid for the first time. */
export function paymentFactsOf(
  before: Order,
  entry: NewLedgerEntry,
): Omit<FirstPayment, "payerId"> {
  const { kind, amountCents, transactionId, parentTransactionId, reference } = entry;
  const isUnasked = before.paymentStatus === "Cancelled" && entry.author === entry.provider;
  if (kind === "nothing-due") {
    const knownBy = ["Payment", "Nothing to pay"] as const;
    return { amountCents: 0, knownBy, isUnasked, isNothing: true };
  }
  const isPayment = kind === "payment";
  const transaction = isPayment ? transactionId : parentTransactionId;
  return {
    // A refund can arrive before its payment. Money that comes back then pays for the order.
    amountCents: isPayment ? amountCents : before.priceCents,
    knownBy:
      reference === undefined ? ["Transaction", transaction ?? ""] : ["Reference", reference],
    isUnasked,
    isNothing: false,
  };
}
