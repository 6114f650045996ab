import { nameOfCompany } from "#companies/company-people.server.ts";
import type { Order } from "#orders/order.ts";
import { insertOrder, selectOrder } from "#orders/order-store.server.ts";
import { storeNextMonth } from "#orders/placing/next-months.server.ts";
import { storeOrderPoints } from "#orders/placing/promised-points.server.ts";
import type { WriteTransaction } from "#platform/database/database.ts";
import { newId } from "#platform/ids.ts";
import { customerDetailsIn } from "#platform/texts/customer-details.ts";
import { addDays } from "#platform/time/calendar.ts";
import type { Period } from "../model/cycle-dates.ts";
import type { Cycle, SubscribedPlan } from "../model/subscription.ts";
import { isWithdrawn, leewayDays, planOfPeriod } from "../model/subscription-state.ts";
import {
  addSubscriptionEvent,
  type HeldSubscription,
  type Present,
  planColumns,
} from "../subscription-store.server.ts";
import { insertCycle } from "./cycle-store.server.ts";

/** The cycle of the period that begins on this day, give or take `leewayDays`. */
export function cycleNear(cycles: readonly Cycle[], day: string): Cycle | undefined {
  return cycles.find(
    ({ start }) => addDays(start, -leewayDays) <= day && day <= addDays(start, leewayDays),
  );
}

/**
 * Makes the order of a period, with the plan that the period has and the customer's details of the
 * cycle before. Each period gets one order, whoever asks for it and however often: the customer's
 * first order, the day of notice, or a provider's message. Requires a locked subscription.
 */
export async function makeCycleOrder(
  tx: WriteTransaction,
  { subscription, cycles, standing }: HeldSubscription,
  period: Period,
  { now, timeZone }: Present,
): Promise<{ readonly order: Order; readonly isNew: boolean }> {
  const there = cycleNear(cycles, period.start);
  if (there !== undefined && !isWithdrawn(there)) {
    return { order: await orderOf(tx, there), isNew: false };
  }
  const latest = cycles.findLast((cycle) => cycle !== there);
  const before = latest ?? there;
  if (before === undefined) {
    throw new Error(`The subscription ${subscription.id} has no first order.`);
  }
  const previous = await orderOf(tx, before);
  const { id, accountId, companyId, currency } = subscription;
  const plan = planOfPeriod(subscription, standing.change, period.start);
  const { points, ...terms } = plan;
  const order = await insertOrder(tx, {
    id: newId(),
    accountId,
    companyId,
    companyName: await nameOfCompany(tx, companyId),
    customerEmail: previous.customerEmail,
    ...customerDetailsIn(previous),
    ...terms,
    currency,
    paymentStatus: "UnPaid",
    orderStatus: "Pending",
    placedAt: now,
    paidAt: null,
    assigneeId: null,
    isDemonstration: false,
  });
  await storeOrderPoints(tx, order.id, points);
  await storeNextMonth(tx, order.id, previous.id);
  const number = there?.number ?? Math.max(...cycles.map((cycle) => cycle.number)) + 1;
  await insertCycle(tx, {
    id,
    number,
    period: there === undefined ? period : { start: there.start, end: period.end },
    order,
    timeZone,
  });
  if (standing.change !== null && !standing.change.awaitsConsent) {
    if (standing.change.from <= period.start) await keepChange(tx, id, plan, now);
  }
  return { order, isNew: true };
}

/** From now on, the subscription has the plan or the price that was asked for. */
async function keepChange(
  tx: WriteTransaction,
  id: string,
  plan: SubscribedPlan,
  at: number,
): Promise<void> {
  await tx.updateTable("subscriptions").set(planColumns(plan)).where("id", "=", id).execute();
  await addSubscriptionEvent(tx, id, { kind: "plan-changed", at, author: "system" });
}

async function orderOf(tx: WriteTransaction, { orderId }: Cycle): Promise<Order> {
  const order = await selectOrder(tx, orderId);
  if (order === undefined) throw new Error(`The order ${orderId} of a cycle is gone.`);
  return order;
}
