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
