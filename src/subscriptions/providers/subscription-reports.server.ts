import type { Order } from "#orders/order.ts";
import { queueOrderEmails } from "#orders/order-emails.server.ts";
import { lockOrder } from "#orders/order-store.server.ts";
import type { VerifiedNotification } from "#payments/notifications/verified-notification.ts";
import type { PaymentMessage } from "#payments/payment-provider.ts";
import type { SubscriptionReport } from "#payments/provider-subscriptions.ts";
import { storedProvider } from "#payments/stored-providers.ts";
import type { WriteTransaction } from "#platform/database/database.ts";
import { addDays } from "#platform/time/calendar.ts";
import { dayOf, longDateOf } from "#platform/time/dates.ts";
import {
  advanceSubscription,
  presentOf,
  scheduleSuspension,
} from "../cycles/advance-subscription.server.ts";
import { periodColumns, subscriptionIdOf } from "../cycles/cycle-store.server.ts";
import { cycleNear, makeCycleOrder } from "../cycles/make-cycle.server.ts";
import type { SubscriptionDependencies } from "../cycles/subscription-lifecycle.ts";
import { anchorDayOf, type Period, periodFrom } from "../model/cycle-dates.ts";
import type { Cycle, SubscriptionEventKind } from "../model/subscription.ts";
import { endsWithPeriod } from "../model/subscription-state.ts";
import { lastDayInWords, periodInWords } from "../model/subscription-words.ts";
import {
  addSubscriptionEvent,
  type HeldSubscription,
  lockSubscription,
  type Present,
} from "../subscription-store.server.ts";
import { queueCall } from "./subscription-calls.server.ts";

export type ReportedCycle =
  /** The message pays for this order, which exists from now on. The order is locked. */
  | { readonly kind: "order"; readonly order: Order }
  /** The message pays for nothing that this site sold; `reason` is a sentence. */
  | { readonly kind: "review"; readonly reason: string }
  /** The message moves no money; `reason` is a sentence. */
  | { readonly kind: "noted"; readonly reason: string };

const stateEvents = {
  "subscription-active": "provider-active",
  "subscription-past-due": "provider-past-due",
  "subscription-paused": "provider-paused",
  "subscription-ended": "provider-ended",
} as const satisfies Record<string, SubscriptionEventKind>;

/**
 * Follows a provider's verified message about a subscription: notes a reported state, makes the
 * order of the period that was charged or could not be charged, and names the order that a payment
 * is for. Messages may arrive in any order.
 */
export async function followReport(
  tx: WriteTransaction,
  deps: SubscriptionDependencies,
  notification: VerifiedNotification,
  report: SubscriptionReport,
): Promise<ReportedCycle> {
  const present = await presentOf(tx, deps);
  const id = await subscriptionIdFor(tx, notification, report);
  const found = id === undefined ? undefined : await lockSubscription(tx, id, present);
  if (id === undefined || found === undefined) return unknown(notification.message);
  const other = await link(tx, found, notification, report);
  if (other !== null) return other;
  const held = (await lockSubscription(tx, id, present)) ?? found;
  const { kind } = notification.message;
  if (kind === "completed" || kind === "renewal-failed") {
    const reported = { notification, report, present };
    return kind === "completed"
      ? chargedCycle(tx, held, reported)
      : failedCycle(tx, deps, held, reported);
  }
  if (!Object.hasOwn(stateEvents, kind)) return { kind: "noted", reason: "No money has moved." };
  const state = stateEvents[kind as keyof typeof stateEvents];
  await addSubscriptionEvent(tx, id, {
    kind: state,
    at: report.at,
    author: notification.provider,
    notificationId: notification.id,
    ...(report.endsWithPeriod === true && { reason: endsWithPeriod }),
  });
  await noteConsent(tx, held, notification, report);
  await advanceSubscription(tx, deps, id);
  await tellOfCancellation(tx, deps, held, { notification, report, present });
  return { kind: "noted", reason: `The provider reports the subscription as ${kind.slice(13)}.` };
}

/** Another shop can write any text in the place of an attempt. */
const idPattern = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/**
 * Other shops and services can charge subscriptions with the same account, every month. Only money
 * that names a payment of this site can be for one that was lost here, as by the restore of a backup.
 */
function unknown({ kind, attemptId }: PaymentMessage): ReportedCycle {
  const isOurs = attemptId !== null && idPattern.test(attemptId);
  return kind === "completed" && isOurs
    ? {
        kind: "review",
        reason: "The payment is for a subscription that this site does not know.",
      }
    : { kind: "noted", reason: "It is about a subscription that this site has not sold." };
}

/** The provider charges another price only after the customer has agreed to it there. */
async function noteConsent(
  tx: WriteTransaction,
  { subscription, standing }: HeldSubscription,
  { provider, id: notificationId }: VerifiedNotification,
  { priceCents, at }: SubscriptionReport,
): Promise<void> {
  const { change } = standing;
  if (change?.awaitsConsent !== true || priceCents !== change.plan.priceCents) return;
  const once = `price-agreed ${change.eventId}`;
  const event = { kind: "price-agreed", at, author: provider, notificationId, once } as const;
  await addSubscriptionEvent(tx, subscription.id, event);
}

/** Emails customer and team about a cancellation of which this site knew nothing before. */
async function tellOfCancellation(
  tx: WriteTransaction,
  deps: SubscriptionDependencies,
  { subscription, standing: before }: HeldSubscription,
  { notification, present }: Reported,
): Promise<void> {
  if (subscription.startedAt === null) return;
  if (before.cancelledFrom !== null || before.state === "ended") return;
  const held = await lockSubscription(tx, subscription.id, present);
  const latest = held?.cycles.findLast(({ withdrawnAt }) => withdrawnAt === null);
  const order = latest && (await lockOrder(tx, latest.orderId));
  if (held === undefined || order === undefined || held.standing.cancelledFrom === null) return;
  const { displayName } = storedProvider(notification.provider);
  const lastDay = lastDayInWords(held.standing, present);
  const facts = [
    ["Last day", lastDay],
    ["Cancelled at", displayName],
  ] as const;
  const change = `Cancelled at ${displayName}; the last day is ${lastDay}`;
  await queueOrderEmails(tx, deps.post, order, [
    // The email about the end says it, if that was before today.
    ...(held.standing.state === "ended" ? [] : [{ name: "subscriptionCancelled" as const, facts }]),
    { name: "subscriptionChangedOwner", facts: [["Change", change]] as const },
  ]);
}

/** By the provider's id, or else by the order for whose payment the customer subscribed. */
async function subscriptionIdFor(
  tx: WriteTransaction,
  { provider, attempt }: VerifiedNotification,
  { reference }: SubscriptionReport,
): Promise<string | undefined> {
  const linked = await tx
    .selectFrom("subscriptions")
    .select("id")
    .where("provider", "=", provider)
    .where("provider_reference", "=", reference)
    .executeTakeFirst();
  if (linked !== undefined) return linked.id;
  if (attempt !== null) return subscriptionIdOf(tx, attempt.orderReference);
  const started = await tx
    .selectFrom("payment_attempts")
    .select("order_reference as orderId")
    .where("provider", "=", provider)
    .where("reference", "=", reference)
    .executeTakeFirst();
  return started && subscriptionIdOf(tx, started.orderId);
}

/**
 * Notes which subscription of the provider charges the cycles. A customer who went to the provider
 * twice can have two there; money of the second one needs a person.
 */
async function link(
  tx: WriteTransaction,
  { subscription }: HeldSubscription,
  { provider, message }: VerifiedNotification,
  { reference }: SubscriptionReport,
): Promise<ReportedCycle | null> {
  if (subscription.provider === provider && subscription.providerReference === reference)
    return null;
  if (subscription.provider !== null) {
    const reason = `The customer has subscribed to order ${subscription.number} twice: ${subscription.provider} charges ${subscription.providerReference}, and this is about ${reference}. Cancel one of them at the provider.`;
    return message.kind === "completed" ? { kind: "review", reason } : { kind: "noted", reason };
  }
  if (message.kind !== "completed" && message.kind !== "subscription-active") return null;
  await tx
    .updateTable("subscriptions")
    .set({ provider, provider_reference: reference })
    .where("id", "=", subscription.id)
    .execute();
  return null;
}

interface Reported {
  readonly notification: VerifiedNotification;
  readonly report: SubscriptionReport;
  readonly present: Present;
}

async function chargedCycle(
  tx: WriteTransaction,
  held: HeldSubscription,
  reported: Reported,
): Promise<ReportedCycle> {
  const { subscription, standing } = held;
  const { timeZone, now } = reported.present;
  if (subscription.endedAt !== null && subscription.startedAt === null) {
    await stopCharging(tx, held, now);
    const reason = `It pays for the subscription of order ${subscription.number}, which was cancelled before its first payment. The provider is asked to charge no more. Refund this payment.`;
    return { kind: "review", reason };
  }
  const { period, cycles } = await reportedPeriod(tx, held, reported);
  const over =
    standing.cancelledFrom ??
    (subscription.endedAt === null ? null : dayOf(subscription.endedAt, timeZone));
  const there = cycleNear(cycles, period.start);
  if (there === undefined && over !== null && period.start >= over) {
    const reason = `It pays for the time from ${period.start} of the subscription of order ${subscription.number}, which ended before ${over}. Refund it, or find out why the provider still charges.`;
    return { kind: "review", reason };
  }
  const { order } = await makeCycleOrder(tx, { ...held, cycles }, period, reported.present);
  const locked = await lockOrder(tx, order.id);
  return { kind: "order", order: locked ?? order };
}

/** A customer can finish the approval after the order was cancelled. */
async function stopCharging(
  tx: WriteTransaction,
  { subscription }: HeldSubscription,
  at: number,
): Promise<void> {
  const event = { kind: "change-told", at, author: "system", once: "told ended" } as const;
  if (!(await addSubscriptionEvent(tx, subscription.id, event))) return;
  await queueCall(tx, subscription, { kind: "cancel-now", at });
}

/**
 * The period that a message is about. A period that begins when the customer went to the provider is
 * the first one, however old its order is: the provider decides when that period starts.
 */
async function reportedPeriod(
  tx: WriteTransaction,
  held: HeldSubscription,
  reported: Reported,
): Promise<{ readonly period: Period; readonly cycles: readonly Cycle[] }> {
  const { attempt } = reported.notification;
  const { timeZone } = reported.present;
  const period = periodOf(held, reported);
  const [first, ...later] = held.cycles;
  if (attempt === null || first === undefined || first.paidAt !== null) {
    return { period, cycles: held.cycles };
  }
  const begun = { ...first, start: dayOf(attempt.createdAt, timeZone) };
  if (cycleNear([begun], period.start) === undefined) return { period, cycles: held.cycles };
  await startFirst(tx, held, period, reported.present);
  return { period, cycles: [{ ...first, ...period }, ...later] };
}

/** The provider decides when the first period starts and ends. */
async function startFirst(
  tx: WriteTransaction,
  { subscription, cycles }: HeldSubscription,
  period: Period,
  { timeZone }: Present,
): Promise<void> {
  const [first] = cycles;
  if (first === undefined || (first.start === period.start && first.end === period.end)) return;
  await tx
    .updateTable("subscriptions")
    .set({ anchor_day: anchorDayOf(period.start) })
    .where("id", "=", subscription.id)
    .execute();
  await tx
    .updateTable("subscription_cycles")
    .set(await periodColumns(tx, period, timeZone))
    .where("order_id", "=", first.orderId)
    .execute();
}

/**
 * The reported days. A provider that names no periods charges on the day on which one begins, give
 * or take a day.
 */
function periodOf(
  { subscription, cycles }: HeldSubscription,
  { notification: { attempt }, report, present: { timeZone } }: Reported,
): Period {
  if (report.period !== null) {
    const { start, end } = report.period;
    return { start: dayOf(start, timeZone), end: dayOf(end, timeZone) };
  }
  const day = dayOf(report.at, timeZone);
  const [first] = cycles;
  const isStarted = first !== undefined && (first.paidAt !== null || attempt === null);
  const begun = isStarted ? first.start : dayOf(attempt?.createdAt ?? report.at, timeZone);
  const rhythm = { charged: subscription.charged, anchorDay: anchorDayOf(begun) };
  const kept = isStarted ? { ...rhythm, anchorDay: subscription.anchorDay } : rhythm;
  let current = periodFrom(begun, kept);
  while (current.end <= addDays(day, 1)) current = periodFrom(current.end, kept);
  return current;
}

/** The order of a period that could not be charged waits for its payment by link. */
async function failedCycle(
  tx: WriteTransaction,
  deps: SubscriptionDependencies,
  held: HeldSubscription,
  reported: Reported,
): Promise<ReportedCycle> {
  const { subscription, standing } = held;
  const { notification, report, present } = reported;
  const { period, cycles } = await reportedPeriod(tx, held, reported);
  const isOver = standing.cancelledFrom !== null && period.start >= standing.cancelledFrom;
  if (isOver || standing.state === "ended") {
    return { kind: "noted", reason: "The subscription has ended, so nothing is owed." };
  }
  const { order, isNew } = await makeCycleOrder(tx, { ...held, cycles }, period, present);
  await addSubscriptionEvent(tx, subscription.id, {
    kind: "provider-past-due",
    at: report.at,
    author: notification.provider,
    notificationId: notification.id,
  });
  if (isNew) await scheduleSuspension(tx, order.id);
  if (order.paymentStatus !== "UnPaid") {
    return { kind: "noted", reason: `Order ${order.number} is not owed any more.` };
  }
  const { suspends_at: suspendsAt } = await tx
    .selectFrom("subscription_cycles")
    .select("suspends_at")
    .where("order_id", "=", order.id)
    .executeTakeFirstOrThrow();
  const { displayName } = storedProvider(notification.provider);
  const facts = [
    ["Period", periodInWords(period, present)],
    ["We work until", longDateOf(suspendsAt, present)],
    ["Next try", `${displayName} tries again by itself in the next days.`],
  ] as const;
  await queueOrderEmails(tx, deps.post, order, [{ name: "renewalFailed", facts }]);
  const reason = `The provider could not charge order ${order.number}; the customer has a link to pay it.`;
  return { kind: "noted", reason };
}
