import { nameOfCompany } from "#companies/company-people.server.ts";
import { linesOfOrder, storeOrderLines } from "#orders/lines/order-lines.server.ts";
import {
  centsOf,
  linesOfCycle,
  linesOfFirstCycles,
  type OrderLine,
  planLine,
  repeatingLines,
  sumOf,
  taxInPrice,
  withoutTax,
  withReduction,
} from "#orders/lines/order-lines.ts";
import type { Order } from "#orders/order.ts";
import { insertOrder, selectOrder } from "#orders/order-store.server.ts";
import { storeNextMonth } from "#orders/placing/next-months.server.ts";
import { storeOrderPoints } from "#orders/placing/promised-points.server.ts";
import type { WriteTransaction } from "#platform/database/database.ts";
import { newId } from "#platform/ids.ts";
import { customerDetailsIn } from "#platform/texts/customer-details.ts";
import { addDays } from "#platform/time/calendar.ts";
import { type OrderTax, selectOrderTax, storeOrderTax } from "#tax/order-tax.server.ts";
import type { Period } from "../model/cycle-dates.ts";
import type { Cycle, SubscribedPlan } from "../model/subscription.ts";
import {
  isWithdrawn,
  leewayDays,
  numberOfPeriod,
  planOfPeriod,
  reductionsFrom,
} from "../model/subscription-state.ts";
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
  held: HeldSubscription,
  period: Period,
  { now, timeZone }: Present,
): Promise<{ readonly order: Order; readonly isNew: boolean }> {
  const { subscription, cycles, standing } = held;
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
  const { change } = standing;
  const isOtherPlan =
    change?.kind === "plan" && !change.awaitsConsent && change.from <= period.start;
  const tax = await selectOrderTax(tx, previous.id);
  const sold = linesOfPlan(plan, isOtherPlan ? [] : await linesOfOrder(tx, previous), tax);
  const lines = (await reductionLines(tx, held, period)).reduce(withReduction, sold);
  const order = await insertOrder(tx, {
    id: newId(),
    accountId,
    companyId,
    companyName: await nameOfCompany(tx, companyId),
    customerEmail: previous.customerEmail,
    ...customerDetailsIn(previous),
    ...terms,
    priceCents: sumOf(lines),
    currency,
    paymentStatus: "UnPaid",
    orderStatus: "Pending",
    placedAt: now,
    paidAt: null,
    assigneeId: null,
    isDemonstration: false,
  });
  if (tax !== undefined) await storeOrderTax(tx, order.id, tax);
  await storeOrderLines(tx, order, lines);
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

/**
 * What each cycle has besides its plan stays as it was, until the customer changes to another plan.
 * The plan has the rest of the price, which may have changed. Tax on top is a part of that price.
 */
function linesOfPlan(
  subscribed: SubscribedPlan,
  previous: readonly OrderLine[],
  tax: OrderTax | undefined,
): readonly OrderLine[] {
  const taxLines = taxInPrice(subscribed.priceCents, tax);
  const kept = withoutTax(repeatingLines(previous)).filter(({ kind }) => kind !== "plan");
  const plan = planLine(subscribed);
  const rest = subscribed.priceCents - sumOf(taxLines);
  const planCents = rest - kept.reduce((cents, line) => cents + centsOf(line), 0);
  return planCents < 0
    ? [{ ...plan, unitCents: rest }, ...taxLines]
    : [{ ...plan, unitCents: planCents }, ...kept, ...taxLines];
}

/**
 * The lines of the first order that take something off this period, too. Which period it is follows
 * from the orders of the others, so that nothing is counted that could be wrong.
 */
async function reductionLines(
  tx: WriteTransaction,
  held: HeldSubscription,
  { start }: Period,
): Promise<readonly OrderLine[]> {
  const first = held.cycles.find(({ number }) => number === 1);
  if (first === undefined || reductionsFrom(held, held.standing.change, start).length === 0)
    return [];
  const lines = linesOfFirstCycles(await linesOfOrder(tx, await orderOf(tx, first)));
  return linesOfCycle(lines, numberOfPeriod(held, start));
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
