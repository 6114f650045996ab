import type { Order } from "#orders/order.ts";
import type { Queries } from "#platform/database/database.ts";
import { addDays } from "#platform/time/calendar.ts";
import { dayOf, startOfDay } from "#platform/time/dates.ts";
import { type DatedLedgerEvent, ledgerEventsOf } from "../ledger/order-ledger.server.ts";
import { isUnderWay } from "../refunds/refund-payment.ts";
import { type RefundRequestRow, refundRequestsOf } from "../refunds/refund-requests.server.ts";
import type { MoneyBackRow } from "./money-back-tables.server.ts";

/**
 * - open: the owner has not answered
 * - in-progress: a refund was started, and the provider has not reported it yet
 * - refunded: money went back after the request, in whole or in part
 * - declined: the owner has declined, and no refund has followed
 */
export type MoneyBackState = "open" | "in-progress" | "refunded" | "declined";

/** Movements of an order's money: its ledger, and the refunds that the owner has started. */
interface Moved {
  readonly ledger: readonly DatedLedgerEvent[];
  readonly refunds: readonly RefundRequestRow[];
}

export async function movedMoney(queries: Queries, orderId: string): Promise<Moved> {
  const [ledgers, refunds] = [
    await ledgerEventsOf(queries, [orderId]),
    await refundRequestsOf(queries, orderId),
  ];
  return { ledger: ledgers.get(orderId) ?? [], refunds };
}

/** Derived from the ledger, so that a refund answers the request however the owner makes it. */
export function moneyBackStateOf(
  request: MoneyBackRow,
  { paymentStatus }: Order,
  { ledger, refunds }: Moved,
): MoneyBackState {
  const isAfter = (at: number) => at >= request.asked_at;
  const isReturned = ledger.some(
    ({ kind, at, recordedAt }) => kind === "refund" && isAfter(recordedAt ?? at),
  );
  if (isReturned || paymentStatus === "Refunded") return "refunded";
  if (isRefundUnderWay({ ledger, refunds })) return "in-progress";
  return request.declined_at === null ? "open" : "declined";
}

export function isRefundUnderWay({ ledger, refunds }: Moved): boolean {
  return refunds.some((refund) => isUnderWay(refund, ledger));
}

/**
 * The end of the last day on which the customer can ask, in the site's time zone; null for an order
 * that was never paid, and for an order whose plan named no days for a refund. The customer reads a
 * date, so the whole day counts.
 */
export function moneyBackUntil(
  { paidAt, priceCents, refundDays }: Order,
  timeZone: string,
): number | null {
  if (paidAt === null || priceCents === 0 || refundDays === 0) return null;
  return startOfDay(addDays(dayOf(paidAt, timeZone), refundDays + 1), timeZone);
}
