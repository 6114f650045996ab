import { notificationsAbout } from "../payments/notifications-about.server.ts";
import type { Database } from "../platform/database.ts";
import type { Actor } from "../policy/actor.ts";
import { findOrder } from "./find-order.ts";
import { keptCents } from "./order.ts";
import { ledgerOfOrder } from "./order-ledger.server.ts";
import { notificationIds } from "./order-timeline.ts";

export interface PaidTooOften {
  readonly times: number;
  /** What these payments came to. */
  readonly paidCents: number;
}

/**
 * The payments of an order that was paid more than once, as long as they are kept and nobody has
 * decided that they may be; else null. Throws "unauthenticated" and "not-found".
 */
export async function paidTooOften(
  { database }: { readonly database: Database },
  actor: Actor,
  orderId: string,
): Promise<PaidTooOften | null> {
  const order = await findOrder({ database }, actor, orderId);
  const ledger = await ledgerOfOrder(database.read, order.id);
  const kept = ledger.filter((entry) => entry.kind === "payment" && keptCents(entry, ledger) > 0);
  const cents = kept.reduce((sum, payment) => sum + keptCents(payment, ledger), 0);
  if (kept.length < 2 || cents <= order.priceCents) return null;
  const ids = notificationIds(kept);
  const notifications = await notificationsAbout(database.read, order.id, ids);
  const isUndecided = notifications.some(
    ({ id, outcome, resolution }) =>
      ids.includes(id) &&
      outcome === "review" &&
      // Whoever decided to give it back may still have to do so at the provider.
      (resolution === null || resolution.decision === "refunded"),
  );
  if (!isUndecided) return null;
  const paidCents = kept.reduce((sum, { amountCents }) => sum + amountCents, 0);
  return { times: kept.length, paidCents };
}
