import type { Queries } from "../../platform/database/database.ts";

/** An unconfirmed notification about one of our checkouts. */
export interface AwaitedNotification {
  readonly id: string;
  readonly provider: string;
  readonly receivedAt: number;
  readonly rawStatus: string | null;
  readonly transactionId: string | null;
  /** Reference of the checkout's order. */
  readonly orderReference: string;
}

/** The first due notifications about our checkouts; others are most likely forged. */
export async function awaitedNotifications(
  queries: Queries,
  limit: number,
): Promise<readonly AwaitedNotification[]> {
  const rows = await queries
    .selectFrom("payment_notifications as notification")
    .innerJoin("payment_attempts as attempt", "attempt.id", "notification.attempt_id")
    .select(["notification.id", "notification.provider", "notification.received_at"])
    .select(["notification.payment_status", "notification.transaction_id"])
    .select("attempt.order_reference")
    .where("notification.next_attempt_at", "is not", null)
    .where("notification.expected", "=", 1)
    .where("notification.state", "=", "received")
    .where("notification.source", "<>", "return")
    .orderBy("notification.next_attempt_at")
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    provider: row.provider,
    receivedAt: row.received_at,
    rawStatus: row.payment_status,
    transactionId: row.transaction_id,
    orderReference: row.order_reference,
  }));
}
