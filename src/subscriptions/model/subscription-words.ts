import { cycleNouns, pricePer, pricesInWords } from "#content/model/plan-interval.ts";
import { type CyclePrices, centsOfCycle, firstPrices } from "#platform/cycle-prices.ts";
import { dollarsFromCents } from "#platform/money.ts";
import { addDays } from "#platform/time/calendar.ts";
import { type DateReader, daysOf, longDateOf, startOfDay } from "#platform/time/dates.ts";
import type { Period } from "./cycle-dates.ts";
import { noticeDay } from "./cycle-dates.ts";
import { chargesBefore, chargesInWords, firstChargeFrom } from "./last-charges.ts";
import type { Cycle, Subscription, SubscriptionState } from "./subscription.ts";
import type { SubscriptionStanding } from "./subscription-state.ts";

/** Labels of the states, in the order in which lists and filters show them. */
export const subscriptionLabels: Readonly<Record<SubscriptionState, string>> = {
  active: "Running",
  "past-due": "Payment overdue",
  suspended: "Work stands still",
  paused: "Paused",
  "awaiting-approval": "Not paid yet",
  ended: "Ended",
};

/** What texts about a subscription are made from. */
export interface ToldSubscription {
  readonly subscription: Subscription;
  /** Oldest first. */
  readonly cycles: readonly Cycle[];
  readonly standing: SubscriptionStanding;
}

/** A day such as "2026-12-29" as "Dec 29, 2026". */
export function dayInWords(day: string, reader: DateReader): string {
  return longDateOf(startOfDay(day, reader.timeZone), reader);
}

/** "Nov 29 – Dec 28, 2026". */
export function periodInWords({ start, end }: Period, { locale }: DateReader): string {
  return daysOf(start, addDays(end, -1), locale);
}

/** Last day of a cancelled subscription; "" while it is not cancelled. */
export function lastDayInWords({ cancelledFrom }: SubscriptionStanding, reader: DateReader) {
  return cancelledFrom === null ? "" : dayInWords(addDays(cancelledFrom, -1), reader);
}

/** The state in one or two words, which name a cancellation before its day. */
export function standingLabel({ state, cancelledFrom }: SubscriptionStanding): string {
  const isEnding = cancelledFrom !== null && state !== "ended";
  return isEnding ? "Cancelled" : subscriptionLabels[state];
}

/** The cycle whose order can be paid now: the oldest overdue one, or else the next one. */
export function cycleToPay({ cycles, standing }: ToldSubscription): Cycle | null {
  if (standing.state === "ended") return null;
  return standing.overdue ?? cycles.find(({ paymentStatus }) => paymentStatus === "UnPaid") ?? null;
}

/** The payment that is owed or follows next; null when nothing more is charged. */
export function nextPaymentOf(
  told: ToldSubscription,
): { readonly day: string; readonly priceCents: number; readonly orderId: string | null } | null {
  const open = cycleToPay(told);
  if (open !== null) {
    return { day: open.start, priceCents: open.priceCents, orderId: open.orderId };
  }
  const next = comesNext(told.standing);
  return next && { day: next.start, priceCents: next.priceCents, orderId: null };
}

/**
 * The period whose payment follows. None is named while payments are taken back, or while the
 * provider pauses by itself: nobody knows then when it charges again.
 */
export function comesNext(standing: SubscriptionStanding): SubscriptionStanding["next"] {
  const { isDisputed, state, pause, next } = standing;
  return isDisputed || (state === "paused" && pause === null) ? null : next;
}

export interface SubscriptionStory {
  readonly label: string;
  /** What the headline is about: "Next payment"; "" for a headline that says it. */
  readonly about: string;
  /** The one thing that the customer has to know now. */
  readonly headline: string;
  readonly detail: string;
}

interface Telling extends ToldSubscription {
  readonly reader: DateReader;
  /** Name of the provider that charges by itself; null while the customer pays each cycle. */
  readonly chargedBy: string | null;
}

/**
 * What a customer has to know about a subscription now: what is charged next, when and how, or why
 * nothing is.
 */
export function tellCustomer(told: Telling): SubscriptionStory {
  return { label: standingLabel(told.standing), about: "", ...storyOf(told) };
}

function storyOf(
  told: Telling,
): Pick<SubscriptionStory, "headline" | "detail"> & Partial<SubscriptionStory> {
  const { subscription, standing, reader, chargedBy } = told;
  const noun = cycleNouns[subscription.charged];
  const open = cycleToPay(told);
  const sumOf = (cents: number) => dollarsFromCents(cents);
  const prices = pricesOf(told);
  const lastDay = lastDayInWords(standing, reader);
  if (standing.state === "ended") {
    return {
      headline: "This plan has ended",
      detail: [standing.endedBecause, "Nothing more is charged. Your orders and files stay here."]
        .filter(Boolean)
        .join(" "),
    };
  }
  if (standing.state === "awaiting-approval") {
    return {
      headline:
        firstPrices(prices).length === 0
          ? `${sumOf(prices.priceCents)} for the first ${noun}, then each ${noun} until you cancel`
          : `${priceOf(told)}, until you cancel`,
      detail: "The plan begins when the payment arrives. Without it, nothing follows.",
    };
  }
  if (open !== null && chargedBy !== null && isUnpaidState(standing.state)) {
    const failure = tellFailure(told, open, chargedBy);
    return { ...failure, detail: failure.detail + pauseAfter(told) };
  }
  if (standing.overdue !== null) {
    const { orderNumber, priceCents, suspendsAt } = standing.overdue;
    const unpaid = `Order ${orderNumber} for ${periodInWords(standing.overdue, reader)} is not paid.`;
    return {
      headline: `${sumOf(priceCents)} is overdue`,
      detail:
        standing.state === "suspended"
          ? `${unpaid} The work stands still until the payment arrives, and you pay nothing for the time in between.${pauseAfter(told)}`
          : `${unpaid} We work on until ${longDateOf(suspendsAt, reader)}. After that, the work stands still until the payment arrives.${pauseAfter(told)}`,
    };
  }
  if (standing.state === "suspended") {
    return {
      headline: "The work stands still",
      detail: `${takenBackInWords(told)} taken back through your bank or PayPal. Nothing more is charged until that is settled. Please write to us.`,
    };
  }
  if (lastDay !== "") {
    return {
      headline: `Your last day is ${lastDay}`,
      detail: `The plan is cancelled. We work until its last day${lastPayments(told)}.`,
    };
  }
  if (standing.pause !== null) return tellPause(told);
  if (standing.state === "paused") {
    return {
      headline: "Paused",
      detail: `${chargedBy} has paused its charges, so nobody works on the plan. Write to us, and it goes on.`,
    };
  }
  return tellNext(told, open);
}

const isUnpaidState = (state: SubscriptionState) => state === "past-due" || state === "suspended";

/** A pause that follows a period which is still to pay; "" for none. */
function pauseAfter({ standing: { pause }, reader }: Telling): string {
  return pause === null ? "" : ` The plan pauses from ${dayInWords(pause.from, reader)}.`;
}

/** "A payment of $499.00 for order 7 was", of all payments that nobody has settled. */
function takenBackInWords({ standing: { disputed } }: Telling): string {
  const [only, ...others] = disputed;
  const sum = dollarsFromCents(disputed.reduce((cents, { priceCents }) => cents + priceCents, 0));
  return others.length === 0 && only !== undefined
    ? `A payment of ${sum} for order ${only.orderNumber} was`
    : `${disputed.length} payments of this plan, ${sum} in all, were`;
}

/** A period that its provider could not charge. */
function tellFailure({ standing, reader }: Telling, open: Cycle, chargedBy: string) {
  const { orderNumber, suspendsAt } = open;
  const work =
    standing.state === "suspended"
      ? "The work stands still until the payment arrives, and you pay nothing for the time in between."
      : `We work on until ${longDateOf(suspendsAt, reader)}.`;
  return {
    headline: `${dollarsFromCents(open.priceCents)} could not be charged`,
    detail: `${chargedBy} could not charge order ${orderNumber} for ${periodInWords(open, reader)}. Pay it here in any way, or change the card, and ${chargedBy} tries again. ${work}`,
  };
}

/** What a minimum term still costs after a cancellation. */
function lastPayments(told: Telling): string {
  const { cancelledFrom } = told.standing;
  const charges = cancelledFrom === null ? [] : chargesBefore(told, cancelledFrom);
  return charges.length === 0
    ? ", and nothing more is charged"
    : `. Its minimum term still costs ${chargesInWords(charges, told.reader)}`;
}

function tellPause({ standing, reader, subscription }: Telling) {
  const { from = "", until = null } = standing.pause ?? {};
  const back =
    until === null
      ? "until you resume it"
      : `until ${dayInWords(until, reader)}, when it goes on by itself`;
  const begins = dayInWords(from, reader);
  const kept = "Messages that you write are kept, and we answer them when the plan goes on.";
  return standing.state === "paused"
    ? {
        headline: until === null ? "Paused" : `Paused until ${dayInWords(until, reader)}`,
        detail: `Nothing is charged and nobody works on the plan ${back}. ${kept}`,
      }
    : {
        headline: `Pauses from ${begins}`,
        detail: `We work until the end of the ${cycleNouns[subscription.charged]} that you have paid. Then nothing is charged and nobody works on the plan ${back}. ${kept}`,
      };
}

function tellNext({ standing, reader, chargedBy }: Telling, open: Cycle | null) {
  if (open !== null) {
    const by = longDateOf(open.dueAt, reader);
    return {
      about: nextPayment,
      headline: `${dollarsFromCents(open.priceCents)} on ${by}`,
      detail: `Order ${open.orderNumber} for ${periodInWords(open, reader)} is ready to pay. ${byHand}`,
    };
  }
  const { next } = standing;
  if (next === null) return { headline: "Nothing is to pay", detail: "" };
  return {
    about: nextPayment,
    headline: `${dollarsFromCents(next.priceCents)} on ${dayInWords(next.start, reader)}`,
    detail:
      chargedBy === null
        ? `On ${dayInWords(noticeDay(next.start), reader)} we email you a link to pay. ${byHand}`
        : `${chargedBy} charges it by itself.`,
  };
}

const nextPayment = "Next payment";
const nothingInDispute = "None until it is settled that a payment was taken back";
const byHand = "Nothing is charged by itself.";

/**
 * The next payment and how it is made, such as "$499.00 on Dec 29, 2026, which Stripe charges by
 * itself", or why there is none.
 */
export function nextPaymentInWords(told: Telling): string {
  const { reader, chargedBy } = told;
  const { pause, state, isDisputed } = told.standing;
  const next = comesNext(told.standing);
  const lastDay = lastDayInWords(told.standing, reader);
  if (state === "ended") return "None, the plan has ended";
  const open = cycleToPay(told);
  if (lastDay !== "" && open === null && next === null) return `None, the last day is ${lastDay}`;
  if (open !== null) {
    return `${dollarsFromCents(open.priceCents)} on ${longDateOf(open.dueAt, reader)}, by the link that we have emailed you`;
  }
  if (next !== null) {
    const how =
      chargedBy === null
        ? `by a link that we email you on ${dayInWords(noticeDay(next.start), reader)}`
        : `which ${chargedBy} charges by itself`;
    return `${dollarsFromCents(next.priceCents)} on ${dayInWords(next.start, reader)}, ${how}`;
  }
  if (isDisputed) return nothingInDispute;
  return pause === null && state !== "paused" ? "None" : "None while the plan is paused";
}

/** What follows the period that is to pay now, as a sentence. */
export function followingPaymentInWords({ reader, chargedBy, standing }: Telling): string {
  const lastDay = lastDayInWords(standing, reader);
  if (standing.state === "ended") return "Nothing, the plan has ended.";
  if (lastDay !== "" && standing.next === null) return `Nothing after the last day, ${lastDay}.`;
  if (standing.isDisputed) return `${nothingInDispute}.`;
  const next = comesNext(standing);
  if (next === null) return "Nothing while the plan is paused.";
  const price = dollarsFromCents(next.priceCents);
  const day = dayInWords(next.start, reader);
  return chargedBy === null
    ? `${price} on ${day}, by a link that we email you on ${dayInWords(noticeDay(next.start), reader)}. Nothing is charged by itself.`
    : `${chargedBy} charges ${price} by itself on ${day}.`;
}

/** All prices from the first cycle on before its payment, and from the next one on later. */
function pricesOf({ subscription, cycles, standing }: ToldSubscription): CyclePrices {
  const { priceCents, startedAt } = subscription;
  const { reductions } = standing;
  const [first] = cycles;
  if (startedAt !== null || first === undefined) return { priceCents, reductions };
  const all = {
    priceCents,
    reductions: reductions.map(({ cents, cycles: count }) => ({ cents, cycles: count + 1 })),
  };
  return { ...all, onceCents: first.priceCents - centsOfCycle(all, 1) };
}

/** "$499.00 a month", or "$119.20 for the next 2 months, then $149.00 a month". */
export function priceOf(told: ToldSubscription): string {
  const { charged, startedAt } = told.subscription;
  return pricesInWords(pricesOf(told), charged, { hasBegun: startedAt !== null });
}

/** "$499.00 a month". */
export function subscriptionPrice({
  priceCents,
  charged,
}: Pick<Subscription, "priceCents" | "charged">): string {
  return pricePer(dollarsFromCents(priceCents), charged);
}

/** A change that is planned, as a sentence; "" without one. */
export function changeInWords(told: ToldSubscription, reader: DateReader): string {
  const { subscription, standing } = told;
  const { change } = standing;
  if (change === null) return "";
  const counts = change.kind === "plan" ? change.from : firstChargeFrom(told, change.from);
  const from = dayInWords(counts, reader);
  return change.kind === "plan"
    ? `From ${from}, the plan is ${change.plan.packageName} for ${subscriptionPrice(change.plan)}.`
    : `From ${from}, the plan costs ${subscriptionPrice(change.plan)} instead of ${subscriptionPrice(subscription)}.`;
}
