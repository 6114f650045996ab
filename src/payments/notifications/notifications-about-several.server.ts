import type { Queries } from "../../platform/database/database.ts";
import type { PaymentAttempt } from "../attempts/payment-attempt.ts";
import { attemptsOfSeveral } from "../attempts/payment-attempt-store.server.ts";
import { mostNotificationsShown } from "./most-notifications-shown.ts";
import type { NotificationState, Resolution, SettlementOutcome } from "./verified-notification.ts";

interface Heard {
  readonly id: string;
  readonly provider: string;
  readonly state: NotificationState;
  readonly outcome: SettlementOutcome | null;
  readonly resolution: Resolution | null;
}

interface HeardOf {
  /** Every time that somebody was sent to pay for it, oldest first. */
  readonly attempts: readonly PaymentAttempt[];
  /** Oldest first. */
  readonly notifications: readonly Heard[];
}

/**
 * What was heard of several things to be paid, by their references: notifications that name one of
 * them, or an attempt to pay it, and that the provider confirmed or never answered for. Two queries,
 * however many there are.
 */
export async function notificationsAboutSeveral(
  queries: Queries,
  references: readonly string[],
): Promise<ReadonlyMap<string, HeardOf>> {
  if (references.length === 0) return new Map();
  const attempts = await attemptsOfSeveral(queries, references);
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
