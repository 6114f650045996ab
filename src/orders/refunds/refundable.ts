import { keptCents, type LedgerEvent } from "../order.ts";
import type { RefundRequestRow } from "./refund-tables.server.ts";

type Asked = Pick<
  RefundRequestRow,
  "state" | "transaction_id" | "amount_cents" | "refund_transaction_id"
>;

/**
 * Whether money is promised to a refund that the ledger does not know yet. The ledger may learn of
 * it before we know what the provider calls it: then it counts twice for a moment, never not at all.
 */
export function isUnderWay(request: Asked, ledger: readonly LedgerEvent[]): boolean {
  if (request.state !== "done") return request.state === "waiting";
  return !ledger.some(
    ({ kind, transactionId }) =>
      kind === "refund" && transactionId === request.refund_transaction_id,
  );
}

/** What can still be given back of a payment: what is kept of it and promised to no refund. */
export function refundableCents(
  payment: LedgerEvent,
  ledger: readonly LedgerEvent[],
  requests: readonly Asked[],
): number {
  const promised = requests
    .filter((request) => request.transaction_id === payment.transactionId)
    .filter((request) => isUnderWay(request, ledger))
    .reduce((cents, request) => cents + request.amount_cents, 0);
  return Math.max(0, keptCents(payment, ledger) - promised);
}
