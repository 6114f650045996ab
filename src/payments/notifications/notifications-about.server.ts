import type { Queries } from "#platform/database/database.ts";
import { attemptsOf } from "../attempts/payment-attempt-store.server.ts";
import {
  mostNotificationsShown,
  type NotificationState,
  type Resolution,
  type SettlementOutcome,
} from "./verified-notification.ts";

export interface StoredNotification {
  readonly id: string;
  readonly provider: string;
  readonly receivedAt: number;
  readonly state: NotificationState;
  /** Payment status as the provider writes it. */
  readonly rawStatus: string | null;
  readonly transactionId: string | null;
  readonly outcome: SettlementOutcome | null;
  readonly outcomeReason: string | null;
  readonly resolution: ReviewResolution | null;
}

export interface ReviewResolution {
  readonly decision: Resolution;
  readonly by: string;
  readonly at: number;
  readonly note: string | null;
}

/**
 * Notifications about an order, oldest first. Contains the notifications that name the order or an
 * attempt to pay the order, and the notifications with an id in `ids`, because some refunds name
 * only the payment that they return. Beyond `mostNotificationsShown`, genuine and then newer
 * notifications take precedence.
 */
export async function notificationsAbout(
  queries: Queries,
  reference: string,
  ids: readonly string[] = [],
): Promise<readonly StoredNotification[]> {
  // A separate query, because PostgreSQL uses no index for `in` with a subquery.
  const attemptIds = (await attemptsOf(queries, [reference])).map(({ id }) => id);
  const rows = await queries
    .selectFrom("payment_notifications")
    .select(["id", "provider", "received_at as receivedAt", "state", "payment_status as rawStatus"])
    .select(["transaction_id as transactionId", "outcome", "outcome_reason as outcomeReason"])
    .select(["resolution", "resolved_by", "resolved_at", "resolution_note"])
    .where((where) =>
      where.or([
        where("order_reference", "=", reference),
        ...(attemptIds.length > 0 ? [where("attempt_id", "in", attemptIds)] : []),
        ...(ids.length > 0 ? [where("id", "in", ids)] : []),
      ]),
    )
    .orderBy((order) => order.case().when("verified_at", "is", null).then(1).else(0).end())
    .orderBy("received_at", "desc")
    .limit(mostNotificationsShown)
    .execute();
  return rows
    .map(({ resolution, resolved_by, resolved_at, resolution_note, ...row }) => ({
      ...row,
      resolution: resolution && {
        decision: resolution,
        by: resolved_by ?? "",
        at: resolved_at ?? 0,
        note: resolution_note,
      },
    }))
    .sort((one, other) => one.receivedAt - other.receivedAt || (one.id < other.id ? -1 : 1));
}

export async function rawOfNotifications(
  queries: Queries,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Uint8Array>> {
  if (ids.length === 0) return new Map();
  const rows = await queries
    .selectFrom("payment_notifications")
    .select(["id", "raw"])
    .where("id", "in", ids)
    .execute();
  return new Map(rows.map(({ id, raw }) => [id, raw]));
}

/**
 * Id of the attempt that a stored notification names; null when the notification names no attempt.
 */
export async function attemptOfNotification(
  queries: Queries,
  id: string | null,
): Promise<string | null> {
  if (id === null) return null;
  const row = await queries
    .selectFrom("payment_notifications")
    .select("attempt_id")
    .where("id", "=", id)
    .executeTakeFirst();
  return row?.attempt_id ?? null;
}

/**
 * Attempts and notifications of several orders, by order reference, oldest first. Leaves out
 * notifications that still wait for verification or that the provider denied. Makes two queries for
 * any number of orders.
 */
export async function notificationsAboutSeveral(queries: Queries, references: readonly string[]) {
  if (references.length === 0) return new Map<string, never>();
  const attempts = await attemptsOf(queries, references);
  const attemptIds = attempts.map(({ id }) => id);
  const newestFirst = await queries
    .selectFrom("payment_notifications")
    .select(["id", "provider", "state", "outcome", "resolution", "order_reference", "attempt_id"])
    .where((where) =>
      where.or([
        where("order_reference", "in", references),
        ...(attemptIds.length > 0 ? [where("attempt_id", "in", attemptIds)] : []),
      ]),
    )
    .where("state", "in", ["verified", "duplicate", "ignored", "unanswered"])
    .orderBy((order) => order.case().when("verified_at", "is", null).then(1).else(0).end())
    .orderBy("received_at", "desc")
    .limit(mostNotificationsShown * references.length)
    .execute();
  const rows = newestFirst.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  return new Map(
    references.map((reference) => {
      const own = attempts.filter(({ orderReference }) => orderReference === reference);
      const names = (row: (typeof rows)[number]) =>
        row.order_reference === reference || own.some(({ id }) => id === row.attempt_id);
      return [reference, { attempts: own, notifications: rows.filter(names) }];
    }),
  );
}

/** An unverified notification about a checkout of this site. */
export type AwaitedNotification = Awaited<ReturnType<typeof awaitedNotifications>>[number];

/**
 * Unverified notifications that name an existing attempt, the next due first. Other notifications
 * are left out, because most are forged.
 */
export function awaitedNotifications(queries: Queries, limit: number) {
  return queries
    .selectFrom("payment_notifications as notification")
    .innerJoin("payment_attempts as attempt", "attempt.id", "notification.attempt_id")
    .select(["notification.id", "notification.provider", "notification.received_at as receivedAt"])
    .select(["payment_status as rawStatus", "transaction_id as transactionId"])
    .select("attempt.order_reference as orderReference")
    .where("notification.due_at", "is not", null)
    .where("notification.expected", "=", 1)
    .where("notification.state", "=", "received")
    .where("notification.source", "<>", "return")
    .orderBy("notification.due_at")
    .limit(limit)
    .execute();
}
