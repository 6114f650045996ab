import { rawOfNotifications } from "../../payments/notifications-about.server.ts";
import { notificationsAboutSeveral } from "../../payments/notifications-about-several.server.ts";
import type { Payments } from "../../payments/payments.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import type { Actor } from "../../policy/actor.ts";
import { requireOwnOr } from "../../policy/rights.ts";
import type { Order } from "../order.ts";
import { awaitsMoney, progressIn } from "./payment-progress.ts";

/**
 * What an order's payment status does not say of its money:
 * - to-decide: a message about it waits for a person
 * - on-its-way: the provider is working on it, or has not said yet what became of it
 */
export type PaymentMark = "to-decide" | "on-its-way";

interface PaymentMarksDependencies {
  readonly database: Database;
  readonly payments: Payments;
  readonly clock: Clock;
}

/**
 * The marks of a list's orders, by their ids, in as many queries for many orders as for one. Throws
 * "forbidden" when one of them is another's and the actor may not see every order.
 */
export async function paymentMarks(
  { database: { read }, payments, clock }: PaymentMarksDependencies,
  actor: Actor,
  orders: readonly Order[],
): Promise<ReadonlyMap<string, PaymentMark>> {
  for (const { accountId } of orders) requireOwnOr(actor, accountId, "see every order");
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
    if (notifications.some(isOpen)) {
      marks.set(order.id, "to-decide");
    } else if (awaitsMoney(order)) {
      const progress = progressIn(payments, { stored: notifications, raws, attempts }, now);
      const isUnderWay = progress?.state === "pending" || progress?.state === "returned";
      if (isUnderWay) marks.set(order.id, "on-its-way");
    }
  }
  return marks;
}

function isOpen({ outcome, resolution }: { outcome: string | null; resolution: string | null }) {
  return outcome === "review" && resolution === null;
}
