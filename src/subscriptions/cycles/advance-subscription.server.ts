import { daysToFirstPayment } from "#content/model/plan-interval.ts";
import type { Order } from "#orders/order.ts";
import { queueOrderEmails } from "#orders/order-emails.server.ts";
import { lockOrder } from "#orders/order-store.server.ts";
import type { WriteTransaction } from "#platform/database/database.ts";
import {
  cancelJob,
  type JobHandlers,
  scheduleJob,
} from "#platform/schedule/scheduled-jobs.server.ts";
import { addDays } from "#platform/time/calendar.ts";
import { dayOf, longDateOf, startOfDay } from "#platform/time/dates.ts";
import { anchorDayOf, noticeDay, periodFrom } from "../model/cycle-dates.ts";
import type { Subscription } from "../model/subscription.ts";
import { isWithdrawn } from "../model/subscription-state.ts";
import { dayInWords, periodInWords } from "../model/subscription-words.ts";
import { queueCall, queueResume, termsFromNext } from "../providers/subscription-calls.server.ts";
import {
  addSubscriptionEvent,
  type HeldSubscription,
  lockSubscription,
  type Present,
} from "../subscription-store.server.ts";
import { periodColumns, subscriptionIdOf } from "./cycle-store.server.ts";
import { endOfFirstPayment, firstPaymentAwaitedUntil } from "./first-payment.server.ts";
import { makeCycleOrder } from "./make-cycle.server.ts";
import type { SubscriptionDependencies } from "./subscription-lifecycle.ts";

const subscriptionJob = "subscription";
const overdueJob = "cycle-overdue";
const suspendedJob = "cycle-suspended";
const dayMs = 24 * 60 * 60 * 1000;

export async function presentOf(
  tx: WriteTransaction,
  { post }: Pick<SubscriptionDependencies, "post">,
): Promise<Present> {
  return { now: post.clock(), timeZone: await post.readTimeZone(tx) };
}

/**
 * Does what is due for a subscription: ends it after its last day or without its first payment, or
 * makes the order of the next period for a customer who pays by hand. Then schedules the next
 * moment. Called after every change and by the scheduled job; a call when nothing is due changes
 * nothing.
 */
export async function advanceSubscription(
  tx: WriteTransaction,
  deps: SubscriptionDependencies,
  id: string,
): Promise<void> {
  const present = await presentOf(tx, deps);
  const locked = await lockSubscription(tx, id, present);
  if (locked === undefined) return;
  await cancelJob(tx, { kind: subscriptionJob, subject: id });
  const { subscription, standing } = locked;
  if (standing.state === "ended") {
    if (subscription.endedAt === null && !standing.hasLapsed) await end(tx, deps, locked, present);
    return;
  }
  if (standing.state === "awaiting-approval") return awaitFirstPayment(tx, deps, locked, present);
  const isChanged = await followDispute(tx, deps, locked, present);
  const held = (isChanged && (await lockSubscription(tx, id, present))) || locked;
  await tellOfChange(tx, held, present);
  await tellOfWithdrawnChange(tx, held, present);
  await tellOfCancellation(tx, held, present);
  await tellOfResumption(tx, held, present);
  const made = await makeNext(tx, deps, held, present);
  const after = made ? await lockSubscription(tx, id, present) : held;
  const next = after === undefined ? null : nextMoment(after, present.timeZone);
  if (next === null) return;
  // What is due was done, so a moment that has passed must not bring the job back at once.
  const dueAt = next > present.now ? next : startOfTomorrow(present);
  await scheduleJob(tx, { kind: subscriptionJob, subject: id, dueAt });
}

function startOfTomorrow({ now, timeZone }: Present): number {
  return startOfDay(addDays(dayOf(now, timeZone), 1), timeZone);
}

/** Schedules the end of a subscription whose first order nobody pays. */
export async function scheduleLapse(
  tx: WriteTransaction,
  id: string,
  placedAt: number,
  timeZone: string,
): Promise<void> {
  const dueAt = endOfFirstPayment(placedAt, timeZone);
  await scheduleJob(tx, { kind: subscriptionJob, subject: id, dueAt });
}

/**
 * Lets a subscription lapse whose first order nobody has paid in time, and cancels the order, so
 * that nothing is left to pay. A payment that was under way all the same starts the subscription.
 */
async function awaitFirstPayment(
  tx: WriteTransaction,
  deps: SubscriptionDependencies,
  { subscription, cycles }: HeldSubscription,
  present: Present,
): Promise<void> {
  const { id } = subscription;
  const { now: at } = present;
  const first = cycles[0];
  if (first === undefined) return;
  const placed = { id: first.orderId, placedAt: first.madeAt };
  const until = await firstPaymentAwaitedUntil(tx, placed, present.timeZone);
  if (until > at) {
    await scheduleJob(tx, { kind: subscriptionJob, subject: id, dueAt: until });
    return;
  }
  const order = await lockOrder(tx, first.orderId);
  if (order?.paymentStatus !== "UnPaid") return;
  await addSubscriptionEvent(tx, id, { kind: "lapsed", at, author: "system", once: "lapsed" });
  await deps.lifecycle.onCycleWithdrawn(tx, deps, order, "system");
  await queueCall(tx, subscription, { kind: "cancel-now", at });
  const why = `It was not paid within ${daysToFirstPayment} days, so the plan has not begun.`;
  const again = "Order the plan again on our website: everything about it is as before.";
  const facts = [
    ["Why", why],
    ["To have it", again],
  ] as const;
  await queueOrderEmails(tx, deps.post, order, [{ name: "paymentCancelled", facts }]);
}

/**
 * Lets the work and the charges stand still while payments are taken back, and go on when that is
 * over. Returns true if this has changed.
 */
async function followDispute(
  tx: WriteTransaction,
  { post }: SubscriptionDependencies,
  { subscription, standing, events, cycles }: HeldSubscription,
  { now: at, timeZone }: Present,
): Promise<boolean> {
  const { isDisputed, pause, next } = standing;
  const last = events.findLast(({ kind }) => kind === "dispute-began" || kind === "dispute-ended");
  if (isDisputed === (last?.kind === "dispute-began")) return false;
  await addSubscriptionEvent(tx, subscription.id, {
    kind: isDisputed ? "dispute-began" : "dispute-ended",
    at,
    author: "system",
    day: dayOf(at, timeZone),
  });
  const taken = isDisputed ? cycles.findLast(({ isTakenBack }) => isTakenBack) : undefined;
  const order = taken && (await lockOrder(tx, taken.orderId));
  if (order !== undefined) await queueOrderEmails(tx, post, order, [{ name: "paymentTakenBack" }]);
  // In a pause of the customer, and after the last period, nothing is charged anyway.
  if (pause === null && next !== null) {
    if (isDisputed) await queueCall(tx, subscription, { kind: "pause", at });
    else await queueResume(tx, subscription.id, { now: at, timeZone });
  }
  return true;
}

/** Tells the provider to charge no more, once the last period before the end is paid. */
async function tellOfCancellation(
  tx: WriteTransaction,
  { subscription, standing, events }: HeldSubscription,
  { now: at }: Present,
): Promise<void> {
  if (subscription.provider === null || standing.next !== null) return;
  const last = events.findLast(
    ({ kind }) => kind === "cancel-asked" || kind === "cancel-withdrawn",
  );
  if (last?.kind !== "cancel-asked") return;
  const told = { kind: "change-told", at, author: "system", reason: last.id } as const;
  const isNew = await addSubscriptionEvent(tx, subscription.id, {
    ...told,
    once: `told ${last.id}`,
  });
  if (isNew) await queueCall(tx, subscription, { kind: "cancel", at });
}

/** Lets the provider charge again when the day is reached until which the customer has paused. */
async function tellOfResumption(
  tx: WriteTransaction,
  { subscription, standing, events }: HeldSubscription,
  present: Present,
): Promise<void> {
  const { now: at, timeZone } = present;
  if (subscription.provider === null) return;
  const last = events.findLast(({ kind }) => kind === "pause-asked" || kind === "resume-asked");
  if (last?.kind !== "pause-asked" || last.untilDay === null) return;
  if (last.untilDay > dayOf(at, timeZone)) return;
  const told = { kind: "change-told", at, author: "system", reason: last.id } as const;
  const isNew = await addSubscriptionEvent(tx, subscription.id, {
    ...told,
    once: `told ${last.id}`,
  });
  // The end of a dispute lets the provider charge again.
  if (isNew && !standing.isDisputed) await queueResume(tx, subscription.id, present);
}

/** Asks the provider for another plan or price, as soon as the next period is to have it. */
async function tellOfChange(
  tx: WriteTransaction,
  held: HeldSubscription,
  { now: at }: Present,
): Promise<void> {
  const { subscription, standing } = held;
  const { change, next } = standing;
  if (subscription.provider === null || change === null || next === null) return;
  if (next.start < change.from) return;
  const { eventId: reason, plan } = change;
  const event = {
    kind: "change-told",
    at,
    author: "system",
    reason,
    once: `told ${reason}`,
  } as const;
  if (!(await addSubscriptionEvent(tx, subscription.id, event))) return;
  await queueCall(tx, subscription, { kind: "change", at, terms: termsFromNext(held, plan) });
}

/** A provider that was asked for another plan is asked for the present one again. */
async function tellOfWithdrawnChange(
  tx: WriteTransaction,
  held: HeldSubscription,
  { now: at }: Present,
): Promise<void> {
  const { subscription, events } = held;
  const asked = events.findLast(({ kind }) => kind === "plan-asked");
  const withdrawn = events.findLast(({ kind }) => kind === "plan-withdrawn");
  if (subscription.provider === null || asked === undefined || withdrawn === undefined) return;
  const wasTold = events.some(({ kind, reason }) => kind === "change-told" && reason === asked.id);
  if (!wasTold || events.indexOf(withdrawn) < events.indexOf(asked)) return;
  const told = { kind: "change-told", at, author: "system", reason: withdrawn.id } as const;
  const once = `told ${withdrawn.id}`;
  if (!(await addSubscriptionEvent(tx, subscription.id, { ...told, once }))) return;
  await queueCall(tx, subscription, { kind: "change", at, terms: termsFromNext(held) });
}

/** Makes the order of the next period on its day of notice. Returns true when it did. */
async function makeNext(
  tx: WriteTransaction,
  deps: SubscriptionDependencies,
  held: HeldSubscription,
  present: Present,
): Promise<boolean> {
  const { next } = held.standing;
  if (next === null || noticeDay(next.start) > dayOf(present.now, present.timeZone)) return false;
  return makeNextNow(tx, deps, held, present);
}

/**
 * Makes the order of the next period of a customer who pays by hand, and sends its email. Returns
 * false when no order follows, or another one is owed. Requires a locked subscription.
 */
export async function makeNextNow(
  tx: WriteTransaction,
  { post, lifecycle }: SubscriptionDependencies,
  held: HeldSubscription,
  present: Present,
): Promise<boolean> {
  const { next } = held.standing;
  if (!awaitsNextOrder(held) || next === null) return false;
  const { order, isNew } = await makeCycleOrder(tx, held, next, present);
  if (!isNew) return false;
  if (order.priceCents === 0) {
    await lifecycle.onNothingDue(tx, { post }, order);
    return true;
  }
  await scheduleOverdue(tx, order.id);
  const reader = { timeZone: present.timeZone };
  const facts = [
    ["Period", periodInWords(next, reader)],
    ["Pay by", dayInWords(next.start, reader)],
  ] as const;
  await queueOrderEmails(tx, post, order, [{ name: "cycleToPay", facts }]);
  return true;
}

/** While the customer owes an order or has taken a payment back, no other one is made. */
function awaitsNextOrder({ subscription, cycles, standing }: HeldSubscription): boolean {
  if (subscription.provider !== null || standing.isDisputed) return false;
  return !cycles.some(({ paymentStatus }) => paymentStatus === "UnPaid");
}

/** Schedules what happens when a cycle stays unpaid. */
async function scheduleOverdue(tx: WriteTransaction, orderId: string): Promise<void> {
  const cycle = await tx
    .selectFrom("subscription_cycles")
    .select(["due_at", "suspends_at"])
    .where("order_id", "=", orderId)
    .executeTakeFirstOrThrow();
  await scheduleSuspension(tx, orderId);
  if (cycle.suspends_at === cycle.due_at) return;
  await scheduleJob(tx, { kind: overdueJob, subject: orderId, dueAt: cycle.due_at });
}

/** Schedules the email that the work stands still, for an order that is owed until then. */
export async function scheduleSuspension(tx: WriteTransaction, orderId: string): Promise<void> {
  const cycle = await tx
    .selectFrom("subscription_cycles")
    .select("suspends_at")
    .where("order_id", "=", orderId)
    .executeTakeFirstOrThrow();
  await scheduleJob(tx, { kind: suspendedJob, subject: orderId, dueAt: cycle.suspends_at });
}

/** The next time at which something is due; null while only a payment can change something. */
function nextMoment(held: HeldSubscription, timeZone: string): number | null {
  const { next, cancelledFrom, pause } = held.standing;
  const days = [
    ...(next !== null && awaitsNextOrder(held) ? [noticeDay(next.start)] : []),
    ...(cancelledFrom === null ? [] : [cancelledFrom]),
    ...(held.subscription.provider !== null && pause?.until ? [pause.until] : []),
  ];
  const moments = days.map((day) => startOfDay(day, timeZone));
  return moments.length === 0 ? null : Math.min(...moments);
}

async function end(
  tx: WriteTransaction,
  deps: SubscriptionDependencies,
  held: HeldSubscription,
  { now }: Present,
): Promise<void> {
  const { subscription, standing, cycles } = held;
  await withdrawOpenCycles(tx, deps, held, { author: "system" });
  await endForGood(tx, subscription.id, standing.endedBecause, now);
  const paid = cycles.findLast(({ paidAt }) => paidAt !== null);
  const order = paid && (await lockOrder(tx, paid.orderId));
  if (order === undefined || order.customerEmail === "") return;
  await queueOrderEmails(tx, deps.post, order, [{ name: "subscriptionEnded" }]);
}

/** Ends a subscription at once, also at its provider, and leaves its orders as they are. */
export async function endAtOnce(
  tx: WriteTransaction,
  subscription: Subscription,
  reason: string,
  at: number,
): Promise<void> {
  await endForGood(tx, subscription.id, reason, at);
  await queueCall(tx, subscription, { kind: "cancel-now", at });
}

async function endForGood(
  tx: WriteTransaction,
  id: string,
  reason: string,
  at: number,
): Promise<void> {
  await cancelJob(tx, { kind: subscriptionJob, subject: id });
  await tx.updateTable("subscriptions").set({ ended_at: at }).where("id", "=", id).execute();
  const event = { kind: "ended", at, author: "system", once: "ended", reason } as const;
  await addSubscriptionEvent(tx, id, event);
}

interface Withdrawal {
  readonly author: string;
  /** Only periods that start on this day or later. */
  readonly fromDay?: string;
  /** True to leave owed what has begun, also if `fromDay` is today: the subscription goes on. */
  readonly keepsBegun?: boolean;
  /** True to cancel the customer's first order, too, which was never paid. */
  readonly withFirst?: boolean;
}

/**
 * Cancels the unpaid orders of periods that do not take place. Resolves to those that waited for a
 * bank transfer. Requires a locked subscription.
 */
export async function withdrawOpenCycles(
  tx: WriteTransaction,
  deps: SubscriptionDependencies,
  { subscription, cycles }: HeldSubscription,
  { author, fromDay = "", keepsBegun = false, withFirst = false }: Withdrawal,
): Promise<readonly Order[]> {
  const { now: at, timeZone } = await presentOf(tx, deps);
  // A plan that stops today owes nothing more, not even a period that has begun.
  const stopsNow = !keepsBegun && fromDay <= dayOf(at, timeZone);
  const awaited: Order[] = [];
  for (const cycle of cycles) {
    if (cycle.start < fromDay && !stopsNow) continue;
    if (cycle.number === 1 && !withFirst) continue;
    const order = await lockOrder(tx, cycle.orderId);
    if (order?.paymentStatus !== "UnPaid") continue;
    await tx
      .updateTable("subscription_cycles")
      .set({ withdrawn_at: at })
      .where("subscription_id", "=", subscription.id)
      .where("order_id", "=", order.id)
      .execute();
    if (await deps.lifecycle.onCycleWithdrawn(tx, deps, order, author)) awaited.push(order);
  }
  return awaited;
}

interface PaidCycle {
  readonly id: string;
  readonly paidAt: number | null;
  /** The provider's message about the payment; null for a manual payment. */
  readonly notificationId: string | null;
}

/**
 * True when the customer paid this order by itself, by a link or a transfer. A provider charges all
 * cycles through the attempt of the first one.
 */
async function isPaidOnce(tx: WriteTransaction, order: PaidCycle): Promise<boolean> {
  if (order.notificationId === null) return true;
  const row = await tx
    .selectFrom("payment_notifications as notification")
    .innerJoin("payment_attempts as attempt", "attempt.id", "notification.attempt_id")
    .select("attempt.order_reference as orderId")
    .where("notification.id", "=", order.notificationId)
    .executeTakeFirst();
  return row?.orderId === order.id;
}

/**
 * Follows the payment of an order that belongs to a subscription. The first payment starts the
 * periods on its day. Requires a locked order.
 */
export async function noteCyclePaid(
  tx: WriteTransaction,
  deps: SubscriptionDependencies,
  order: PaidCycle,
): Promise<void> {
  const id = await subscriptionIdOf(tx, order.id);
  if (id === undefined) return;
  const present = await presentOf(tx, deps);
  const held = await lockSubscription(tx, id, present);
  if (held === undefined) return;
  const { subscription, cycles } = held;
  if (subscription.startedAt === null && order.paidAt !== null) {
    await tx
      .updateTable("subscriptions")
      .set({ started_at: order.paidAt })
      .where("id", "=", id)
      .execute();
    // A provider has told when its periods start.
    const isFirst = cycles[0]?.orderId === order.id;
    if (isFirst && subscription.provider === null)
      await startPeriods(tx, held, order.paidAt, present);
  }
  const cycle = cycles.find(({ orderId }) => orderId === order.id);
  if (cycle !== undefined && cycle.number > 1 && (await isPaidOnce(tx, order))) {
    // Two days later is surely within the period, in the time zone of the provider, too.
    const until = cycle.dueAt + 2 * dayMs;
    await queueCall(tx, subscription, { kind: "settle", at: present.now, until });
  }
  await advanceSubscription(tx, deps, id);
}

/** Lets the periods start on the day of the first payment. */
async function startPeriods(
  tx: WriteTransaction,
  { subscription, cycles }: HeldSubscription,
  paidAt: number,
  { timeZone }: Present,
): Promise<void> {
  const day = dayOf(paidAt, timeZone);
  const { id, charged } = subscription;
  const anchorDay = anchorDayOf(day);
  await tx
    .updateTable("subscriptions")
    .set({ anchor_day: anchorDay })
    .where("id", "=", id)
    .execute();
  const [first] = cycles;
  if (first === undefined || first.start === day) return;
  const period = periodFrom(day, { charged, anchorDay });
  await tx
    .updateTable("subscription_cycles")
    .set(await periodColumns(tx, period, timeZone))
    .where("subscription_id", "=", id)
    .where("order_id", "=", first.orderId)
    .execute();
}

/** Follows the end of an order, such as a cancellation or a refund. */
export async function noteCycleClosed(
  tx: WriteTransaction,
  deps: SubscriptionDependencies,
  orderId: string,
): Promise<void> {
  const id = await subscriptionIdOf(tx, orderId);
  if (id === undefined) return;
  await advanceSubscription(tx, deps, id);
}

export function subscriptionJobs(deps: SubscriptionDependencies): JobHandlers {
  return {
    [subscriptionJob]: (tx, { subject }) => advanceSubscription(tx, deps, subject),
    [overdueJob]: (tx, { subject }) => tellOfUnpaid(tx, deps, subject, "cycleOverdue"),
    [suspendedJob]: (tx, { subject }) => tellOfUnpaid(tx, deps, subject, "cycleSuspended"),
  };
}

async function tellOfUnpaid(
  tx: WriteTransaction,
  deps: SubscriptionDependencies,
  orderId: string,
  name: "cycleOverdue" | "cycleSuspended",
): Promise<void> {
  const id = await subscriptionIdOf(tx, orderId);
  if (id === undefined) return;
  const { timeZone, now } = await presentOf(tx, deps);
  const held = await lockSubscription(tx, id, { timeZone, now });
  const cycle = held?.cycles.find((each) => each.orderId === orderId);
  const order = await lockOrder(tx, orderId);
  if (held?.standing.state === "ended" || order?.paymentStatus !== "UnPaid") return;
  if (cycle === undefined || isWithdrawn(cycle)) return;
  const day = (at: number) => longDateOf(at, { timeZone });
  const facts = [
    ["Period", periodInWords(cycle, { timeZone })],
    ["Was due", day(cycle.dueAt)],
    ...(name === "cycleOverdue" ? ([["Work goes on until", day(cycle.suspendsAt)]] as const) : []),
  ] as const;
  await queueOrderEmails(tx, deps.post, order, [{ name, facts }]);
}
