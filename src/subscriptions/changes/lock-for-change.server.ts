import { withPresentCompany } from "#companies/company-people.server.ts";
import type { Order } from "#orders/order.ts";
import { lockOrder } from "#orders/order-store.server.ts";
import type { Database, WriteTransaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { dayOf } from "#platform/time/dates.ts";
import { type Actor, authorOf } from "#policy/actor.ts";
import { audit } from "#policy/audit.ts";
import { may, mayInCompany, requireSignedIn } from "#policy/rights.ts";
import { advanceSubscription, presentOf } from "../cycles/advance-subscription.server.ts";
import type { SubscriptionDependencies } from "../cycles/subscription-lifecycle.ts";
import type { Subscription } from "../model/subscription.ts";
import {
  type HeldSubscription,
  lockSubscription,
  type Present,
} from "../subscription-store.server.ts";

export interface ChangeDependencies extends SubscriptionDependencies {
  readonly database: Database;
}

export interface Change {
  readonly held: HeldSubscription;
  readonly present: Present;
  /** The present day in the site's time zone. */
  readonly today: string;
  /** The newest order of the subscription, to which emails about the subscription refer. */
  readonly order: Order;
  /** Author of events: "customer" or the email address of a person of the team. */
  readonly author: string;
}

/**
 * Changes a subscription for its customer or for the team, and then does what the change makes due.
 * `apply` returns what the audit log says about a change of the team; null for no change. Throws
 * "unauthenticated" and, for another customer's subscription, "not-found".
 */
export async function changeSubscription(
  deps: ChangeDependencies,
  actor: Actor,
  id: string,
  action: string,
  apply: (tx: WriteTransaction, change: Change) => Promise<Readonly<Record<string, string>> | null>,
): Promise<void> {
  requireSignedIn(actor);
  await deps.database.write(async (tx) => {
    const present = await presentOf(tx, deps);
    const held = await lockSubscription(tx, id, present);
    const person = await withPresentCompany(tx, actor);
    if (held === undefined || !mayChange(person, held.subscription)) throw subscriptionNotFound();
    const isTeam = !mayInCompany(person, "payments", held.subscription);
    const latest = held.cycles.findLast(({ withdrawnAt }) => withdrawnAt === null);
    const order = latest && (await lockOrder(tx, latest.orderId));
    if (order === undefined) throw new Error(`The subscription ${id} has no order.`);
    const changed = await apply(tx, {
      held,
      present,
      today: dayOf(present.now, present.timeZone),
      order,
      author: isTeam ? authorOf(actor) : "customer",
    });
    if (changed === null) return;
    await advanceSubscription(tx, deps, id);
    if (!isTeam) return;
    await audit(tx, actor, {
      action,
      subject: "order",
      subjectId: order.id,
      label: `Subscription ${held.subscription.number}`,
      before: null,
      after: changed,
      at: present.now,
    });
  });
}

function mayChange(actor: Actor, subscription: Subscription): boolean {
  return may(actor, "update orders") || mayInCompany(actor, "payments", subscription);
}

/** The same error for an unknown subscription and for another customer's. */
export function subscriptionNotFound(): AppError {
  return new AppError("not-found", "There is no such subscription.");
}
