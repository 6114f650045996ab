import type { WriteTransaction } from "#platform/database/database.ts";
import { addDays } from "#platform/time/calendar.ts";
import { dayOf, startOfDay } from "#platform/time/dates.ts";
import { lastDayToPay } from "../model/cycle-dates.ts";

const dayMs = 24 * 60 * 60 * 1000;
/** An approval that was begun at a provider and not finished ends after this time. */
const approvalMs = 3 * dayMs;
/** A bank, or a person who decides about a payment, can take this long. */
const underWayMs = 10 * dayMs;

interface FirstOrder {
  readonly id: string;
  readonly placedAt: number;
}

/** The end of the last day on which a first order can be paid, if no payment is under way then. */
export function endOfFirstPayment(placedAt: number, timeZone: string): number {
  return startOfDay(addDays(lastDayToPay(dayOf(placedAt, timeZone)), 1), timeZone);
}

/**
 * Until when the payment of a first order is awaited: until the last day to pay, and longer while a
 * payment is under way, such as a bank transfer, an approval that was begun, or a payment of which a
 * provider has reported something.
 */
export async function firstPaymentAwaitedUntil(
  tx: WriteTransaction,
  { id, placedAt }: FirstOrder,
  timeZone: string,
): Promise<number> {
  return Math.max(endOfFirstPayment(placedAt, timeZone), await paymentUnderWayUntil(tx, id));
}

/** Until when a payment of an order that was begun can arrive; 0 if none was begun. */
export async function paymentUnderWayUntil(tx: WriteTransaction, id: string): Promise<number> {
  const transfers = await tx
    .selectFrom("bank_transfers")
    .select("chosen_at")
    .where("order_id", "=", id)
    .where("left_at", "is", null)
    .execute();
  const attempts = await tx
    .selectFrom("payment_attempts")
    .select(["id", "created_at", "left_at"])
    .where("order_reference", "=", id)
    .execute();
  const ids = attempts.map((attempt) => attempt.id);
  const reports =
    ids.length === 0
      ? []
      : await tx
          .selectFrom("payment_notifications")
          .select("received_at")
          .where("attempt_id", "in", ids)
          .execute();
  return Math.max(
    0,
    ...transfers.map(({ chosen_at }) => chosen_at + underWayMs),
    ...attempts.map(({ created_at, left_at }) => (left_at === null ? created_at + approvalMs : 0)),
    ...reports.map(({ received_at }) => received_at + underWayMs),
  );
}
