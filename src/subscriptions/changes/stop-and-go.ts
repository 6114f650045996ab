import { z } from "zod";
import type { Order } from "#orders/order.ts";
import { queueOrderEmails } from "#orders/order-emails.server.ts";
import { storedProvider } from "#payments/stored-providers.ts";
import type { WriteTransaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { dollarsFromCents } from "#platform/money.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import { addDays, isDay } from "#platform/time/calendar.ts";
import { longDateOf, startOfDay } from "#platform/time/dates.ts";
import type { Actor } from "#policy/actor.ts";
import { withdrawOpenCycles } from "../cycles/advance-subscription.server.ts";
import { periodFrom } from "../model/cycle-dates.ts";
import { chargesBefore, chargesInWords } from "../model/last-charges.ts";
import type { Subscription } from "../model/subscription.ts";
import { cyclesUntilFree } from "../model/subscription-state.ts";
import { asksForConsent, canTakeBackCancellation } from "../model/ways-to-charge.ts";
import { queueCall, queueResume } from "../providers/subscription-calls.server.ts";
import { addSubscriptionEvent, type HeldSubscription } from "../subscription-store.server.ts";
import {
  type Change,
  type ChangeDependencies,
  changeSubscription,
} from "./lock-for-change.server.ts";
import { tellOfPause } from "./tell-of-pause.server.ts";

/**
 * Ends a subscription after the period that is paid, or after its minimum term. An order that is
 * made already for a later period is taken back. A cancelled subscription stays as it is. Throws
 * like `changeSubscription`.
 */
export function cancelSubscription(
  deps: ChangeDependencies,
  actor: Actor,
  id: string,
): Promise<void> {
  return changeSubscription(deps, actor, id, "Cancel subscription", async (tx, change) => {
    const { held, today, author } = change;
    const { state, cancelledFrom } = held.standing;
    if (state === "ended" || cancelledFrom !== null) return null;
    const day = firstDayAfter(held, today);
    await addEvent(tx, change, { kind: "cancel-asked", day });
    const withdrawal = { author, fromDay: day, withFirst: true };
    const transfer = transferFacts(await withdrawOpenCycles(tx, deps, held, withdrawal));
    const lastDay = dayBefore(change, day);
    if (held.subscription.startedAt === null) {
      const facts = [["Paid", "Nothing was paid, and nothing is owed."], ...transfer] as const;
      await tell(tx, deps, change, "subscriptionCancelled", facts);
      await tellOwner(tx, deps, change, "Cancelled before its first payment");
      return { lastDay };
    }
    const charges = chargesInWords(chargesBefore(held, day), change.present);
    await tell(tx, deps, change, "subscriptionCancelled", [
      ["Last day", lastDay],
      ["Still charged", charges || "Nothing"],
      ["To go on after all", wayBack(held.subscription)],
      ...transfer,
    ]);
    const owed = charges && `; still charged: ${charges}`;
    await tellOwner(tx, deps, change, `Cancelled; the last day is ${lastDay}${owed}`);
    return { lastDay };
  });
}

/** Warns of bank transfers that are awaited for orders that nobody owes any more. */
function transferFacts(orders: readonly Order[]) {
  return orders.map(({ number, priceCents }) => {
    const sum = dollarsFromCents(priceCents);
    const words = `Please do not send the ${sum} for order ${number}. If they are on their way, you get them back.`;
    return ["Bank transfer", words] as const;
  });
}

function wayBack(subscription: Subscription): string {
  return asksForConsent(subscription)
    ? "Order the plan again. PayPal cannot take a cancellation back."
    : "Take the cancellation back on the page of your plan, before its last day is over.";
}

/** The first day without the subscription, if somebody cancels it today. */
export function firstDayAfter(held: HeldSubscription, today: string): string {
  // A new price frees the customer from the minimum term.
  if (held.standing.change?.kind === "price") return paidUntil(held, today);
  return endOfMinimum(held, today);
}

/** The day after the paid periods and those that the minimum term still asks for. */
export function endOfMinimum(held: HeldSubscription, today: string): string {
  const { subscription, cycles } = held;
  let day = paidUntil(held, today);
  for (let left = cyclesUntilFree(subscription, cycles); left > 0; left -= 1) {
    if (cycles.every(({ paidAt }) => paidAt === null)) break;
    day = periodFrom(day, subscription).end;
  }
  return day;
}

/** The day after the last paid period; today, if that was before. */
export function paidUntil({ cycles }: HeldSubscription, today: string): string {
  return cycles
    .filter(({ paidAt }) => paidAt !== null)
    .reduce((latest, { end }) => (end > latest ? end : latest), today);
}

/**
 * Takes back a cancellation before its day. Throws like `changeSubscription`, and "conflict" for a
 * subscription that has ended or whose provider has ended it already.
 */
export function keepSubscription(
  deps: ChangeDependencies,
  actor: Actor,
  id: string,
): Promise<void> {
  return changeSubscription(deps, actor, id, "Keep subscription", async (tx, change) => {
    const { standing, subscription } = change.held;
    requireRunning(change.held);
    if (standing.cancelledFrom === null) return null;
    if (!canTakeBackCancellation(change.held)) {
      const { displayName } = storedProvider(subscription.provider ?? "");
      throw new AppError(
        "conflict",
        `${displayName} has ended its charges, so the cancellation cannot be taken back. Order the plan again to go on after its last day.`,
      );
    }
    await addEvent(tx, change, { kind: "cancel-withdrawn" });
    await callProvider(tx, change, "keep");
    await tell(tx, deps, change, "subscriptionResumed", []);
    await tellOwner(tx, deps, change, "The cancellation was taken back");
    return { subscription: String(subscription.number) };
  });
}

export const pauseForm = z.strictObject({
  /** First day on which a period can start again; "" until the customer resumes. */
  until: z
    .string()
    .default("")
    .refine((day) => day === "" || isDay(day), "Choose a day, such as 2027-03-01."),
});

/**
 * Lets no period start after the last one that is paid or has begun, until a day or until
 * `resumeSubscription`. A period that has begun unpaid stays owed, and the unpaid order of a later
 * one is taken back. Throws like `changeSubscription`, "invalid" for a
 * day that is too early, and "conflict" for a subscription that is not running or is cancelled.
 */
export function pauseSubscription(
  deps: ChangeDependencies,
  actor: Actor,
  id: string,
  input: unknown,
): Promise<void> {
  const { until } = parseOrThrow(pauseForm, input);
  return changeSubscription(deps, actor, id, "Pause subscription", async (tx, change) => {
    const { held, today, author } = change;
    requireStarted(held);
    const { standing } = held;
    if (standing.cancelledFrom !== null) {
      throw new AppError("conflict", "This plan is cancelled already, so it cannot pause.");
    }
    if (standing.pause !== null && until === (standing.pause.until ?? "")) return null;
    const from = firstDayOfPause(held, today);
    if (until !== "" && until <= from) {
      const message = `Choose a day after ${dayIn(change, from)}, when the pause begins.`;
      throw new AppError("invalid", message, { issues: [{ path: "until", message }] });
    }
    await addEvent(tx, change, { kind: "pause-asked", day: from, untilDay: until || null });
    await withdrawOpenCycles(tx, deps, held, { author, fromDay: from, keepsBegun: true });
    // Otherwise, the emails follow the provider's answer.
    const isAsked = await callProvider(tx, change, "pause");
    if (!isAsked) await tellOfPause(tx, deps.post, id, change.present);
    return { from, until };
  });
}

/**
 * The first day of a pause that somebody asks for today, or of the one that was asked for. A provider
 * charges a period when it begins, so an unpaid one of a provider has begun.
 */
export function firstDayOfPause(held: HeldSubscription, today: string): string {
  const { subscription, cycles, standing } = held;
  if (standing.pause !== null) return standing.pause.from;
  return cycles
    .filter(({ paymentStatus }) => paymentStatus === "UnPaid")
    .filter(({ start }) => start <= today || subscription.provider !== null)
    .reduce((latest, { end }) => (end > latest ? end : latest), paidUntil(held, today));
}

/**
 * Ends a pause, or takes it back before it begins. The next period starts on the next anchor day.
 * Throws like `changeSubscription`, and "conflict" for a subscription that is not running.
 */
export function resumeSubscription(
  deps: ChangeDependencies,
  actor: Actor,
  id: string,
): Promise<void> {
  return changeSubscription(deps, actor, id, "Resume subscription", async (tx, change) => {
    requireStarted(change.held);
    if (change.held.standing.pause === null) return null;
    await addEvent(tx, change, { kind: "resume-asked", day: change.today });
    await callProvider(tx, change, "resume");
    await tell(tx, deps, change, "subscriptionResumed", []);
    await tellOwner(tx, deps, change, "Goes on after its pause");
    return { from: change.today };
  });
}

/** Tells the provider that charges the subscription. Returns false if no provider has to know. */
async function callProvider(
  tx: WriteTransaction,
  { held, present }: Change,
  kind: "keep" | "pause" | "resume",
): Promise<boolean> {
  // While a payment is taken back, the provider charges nothing until that is settled.
  if (kind !== "keep" && held.standing.isDisputed) return false;
  if (kind === "resume") await queueResume(tx, held.subscription.id, present);
  else await queueCall(tx, held.subscription, { kind, at: present.now });
  return held.subscription.provider !== null;
}

function requireRunning({ standing }: HeldSubscription): void {
  if (standing.state !== "ended") return;
  throw new AppError("conflict", "This plan has ended. Order it again to go on.");
}

export function requireStarted(held: HeldSubscription): void {
  requireRunning(held);
  if (held.standing.state !== "awaiting-approval") return;
  throw new AppError("conflict", "This plan begins with its first payment, which has not arrived.");
}

type Facts = readonly (readonly [label: string, value: string])[];

async function tell(
  tx: WriteTransaction,
  { post }: ChangeDependencies,
  { order }: Change,
  name: "subscriptionCancelled" | "subscriptionResumed",
  facts: Facts,
): Promise<void> {
  await queueOrderEmails(tx, post, order, [{ name, facts }]);
}

/** The team is told of what a customer changed. */
async function tellOwner(
  tx: WriteTransaction,
  { post }: ChangeDependencies,
  { order, author }: Change,
  words: string,
): Promise<void> {
  if (author !== "customer") return;
  const facts = [["Change", words]] as const;
  await queueOrderEmails(tx, post, order, [{ name: "subscriptionChangedOwner", facts }]);
}

async function addEvent(
  tx: WriteTransaction,
  { held, present, author }: Change,
  event: Omit<Parameters<typeof addSubscriptionEvent>[2], "at" | "author">,
): Promise<void> {
  const { id } = held.subscription;
  await addSubscriptionEvent(tx, id, { ...event, at: present.now, author });
}

function dayIn({ present: { timeZone } }: Change, day: string): string {
  return longDateOf(startOfDay(day, timeZone), { timeZone });
}

function dayBefore(change: Change, day: string): string {
  return dayIn(change, addDays(day, -1));
}
