import {
  notificationsAboutSeveral,
  rawOfNotifications,
} from "../../payments/notifications/notifications-about.server.ts";
import type { Payments } from "../../payments/payments.ts";
import type { Database } from "../../platform/database/database.ts";
import type { Clock } from "../../platform/time/clock.ts";
import type { Actor } from "../../policy/actor.ts";
import { requireOwnOr, requireRight } from "../../policy/rights.ts";
import type { Order } from "../order.ts";
import { isPayable } from "../paying/is-payable.ts";
import { awaitsMoney, progressIn } from "../paying/payment-progress.ts";

/**
 * What the payment status of an order does not show:
 * - to-decide: an admin has to decide about a notification
 * - on-its-way: the provider is working on a payment, or has not reported its result
 */
export type PaymentMark = "to-decide" | "on-its-way";

interface PaymentMarksDependencies {
  readonly database: Database;
  readonly payments: Payments;
  readonly clock: Clock;
}

/**
 * Marks of orders by id, with a constant number of queries. "own" is for the customer's pages;
 * "every" is for admins and includes unverified notifications and refunds to come. Throws
 * "forbidden".
 */
export async function paymentMarks(
  { database: { read }, payments, clock }: PaymentMarksDependencies,
  actor: Actor,
  orders: readonly Order[],
  whose: "own" | "every",
): Promise<ReadonlyMap<string, PaymentMark>> {
  if (whose === "every") requireRight(actor, "see every order");
  else for (const { accountId } of orders) requireOwnOr(actor, accountId, "see every order");
  const ids = orders.map(({ id }) => id);
  const heard = await notificationsAboutSeveral(read, ids);
  const heardOf = (order: Order) => heard.get(order.id) ?? { attempts: [], notifications: [] };
  const toRead = orders
    .filter(awaitsMoney)
    .flatMap((order) => heardOf(order).notifications.map(({ id }) => id));
  const raws = await rawOfNotifications(read, [...new Set(toRead)]);
  const now = clock();
  const marks = new Map<string, PaymentMark>();
  for (const order of orders) {
    const { attempts, notifications } = heardOf(order);
    const progress = awaitsMoney(order)
      ? progressIn(payments, { stored: notifications, raws, attempts }, now)
      : null;
    const isToDecide = whose === "every" && notifications.some(isOpen);
    if (isToDecide) marks.set(order.id, "to-decide");
    else if (isPayable(progress)) marks.set(order.id, markOf[progress.state]);
  }
  return marks;
}

const markOf = {
  "in-question": "to-decide",
  pending: "on-its-way",
  returned: "on-its-way",
} as const;

function isOpen({ outcome, resolution }: { outcome: string | null; resolution: string | null }) {
  return outcome === "review" && resolution === null;
}
