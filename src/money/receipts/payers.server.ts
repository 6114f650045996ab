import type { Queries } from "#platform/database/database.ts";

/**
 * Account of the person who started the payment of a notification; null for a manual payment, and
 * for payments from before Furrow stored the person.
 */
export async function payerOf(
  queries: Queries,
  notificationId: string | null,
): Promise<string | null> {
  if (notificationId === null) return null;
  const row = await queries
    .selectFrom("payment_notifications as notification")
    .innerJoin("payment_attempts as attempt", "attempt.id", "notification.attempt_id")
    .select("attempt.account_id")
    .where("notification.id", "=", notificationId)
    .executeTakeFirst();
  return row?.account_id ?? null;
}

/**
 * Accounts of the people whose payments are the first of orders, by order; null as in `payerOf`.
 * Has no entry for an order without a payment.
 */
export async function payersOf(
  queries: Queries,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  if (orderIds.length === 0) return new Map();
  const rows = await queries
    .selectFrom("payment_ledger as entry")
    .leftJoin("payment_notifications as notification", "notification.id", "entry.notification_id")
    .leftJoin("payment_attempts as attempt", "attempt.id", "notification.attempt_id")
    .select(["entry.order_id", "attempt.account_id"])
    .where("entry.order_id", "in", orderIds)
    .where("entry.kind", "=", "payment")
    .orderBy("entry.id", "desc")
    .execute();
  return new Map(rows.map(({ order_id, account_id }) => [order_id, account_id]));
}
