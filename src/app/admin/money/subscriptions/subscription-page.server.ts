import { countedCycles, cycleNouns } from "#content/model/plan-interval.ts";
import { counted } from "#content/model/plan-terms.ts";
import { storedProvider } from "#payments/stored-providers.ts";
import { dollarsFromCents } from "#platform/money.ts";
import { addDays } from "#platform/time/calendar.ts";
import { type DateReader, dayOf, fullDateOf, longDateOf } from "#platform/time/dates.ts";
import { daysOfNotice } from "#subscriptions/changes/plan-and-price.ts";
import {
  endOfMinimum,
  firstDayAfter,
  firstDayOfPause,
  paidUntil,
} from "#subscriptions/changes/stop-and-go.ts";
import type { ListedSubscription } from "#subscriptions/list-subscriptions.ts";
import { chargesBefore, chargesInWords } from "#subscriptions/model/last-charges.ts";
import type {
  Cycle,
  SubscriptionEvent,
  SubscriptionEventKind,
} from "#subscriptions/model/subscription.ts";
import { cyclesUntilFree } from "#subscriptions/model/subscription-state.ts";
import {
  changeInWords,
  dayInWords,
  lastDayInWords,
  periodInWords,
} from "#subscriptions/model/subscription-words.ts";
import { asksForConsent, canTakeBackCancellation } from "#subscriptions/model/ways-to-charge.ts";
import { nextInWords, subscriptionRow } from "./subscription-row.server.ts";

type Words = Parameters<typeof subscriptionRow>[1];

export type SubscriptionPage = ReturnType<typeof subscriptionPage>;

/** Everything on the page of one subscription. */
export function subscriptionPage(listed: ListedSubscription, words: Words, now: number) {
  const { subscription, cycles, events, standing, website } = listed;
  const { reader } = words;
  const row = subscriptionRow(listed, words);
  const today = dayOf(now, reader.timeZone);
  const change = changeInWords(listed, reader);
  const agreedToPlan = agreementsToPlans(events);
  return {
    ...row,
    customerPath: `/people/${subscription.accountId}`,
    noun: cycleNouns[subscription.charged],
    pricesPath: `/subscriptions/prices/${subscription.packageId}`,
    facts: [
      ["Price", row.price],
      ["Next payment", nextInWords(listed, reader)],
      ["Paid by", row.way],
      ["Since", row.since],
      ["Paid in all", `${row.paid} for ${counted(row.periods, "period")}`],
      ...(website ? [["Website", website] as const] : []),
      ...(subscription.minimumCycles > 1
        ? [["Minimum term", minimumTerm(listed, today, reader)] as const]
        : []),
      ...(change ? [["Planned change", change] as const] : []),
    ] as readonly (readonly [name: string, value: string])[],
    attention: attentionTo(listed, words),
    isStarted: subscription.startedAt !== null,
    isEnded: standing.state === "ended",
    isPaused: standing.pause !== null,
    isTakenBack: isTakenBack(listed),
    keepsCancelled: canTakeBackCancellation(listed),
    isCancelled: standing.cancelledFrom !== null,
    paidUntil: dayInWords(addDays(paidUntil(listed, today), -1), reader),
    changeDay: dayInWords(
      standing.pause && standing.next ? standing.next.start : paidUntil(listed, today),
      reader,
    ),
    hasLowerPrice: standing.reductions.length > 0,
    asksForConsent: asksForConsent(subscription),
    daysOfNotice,
    pauseDay: dayInWords(firstDayOfPause(listed, today), reader),
    earliestReturn: addDays(firstDayOfPause(listed, today), 1),
    /** What a cancellation of today would leave to pay; "" for nothing. */
    stillCharged: chargesInWords(chargesBefore(listed, firstDayAfter(listed, today)), reader),
    lastDayIfCancelled: dayInWords(addDays(firstDayAfter(listed, today), -1), reader),
    months: cycles.toReversed().map((cycle) => ({
      orderId: cycle.orderId,
      orderNumber: cycle.orderNumber,
      period: periodInWords(cycle, reader),
      price: dollarsFromCents(cycle.priceCents),
      ...paymentOf(cycle, words, now),
    })),
    events: withoutRepeats(events)
      .toReversed()
      .map(({ id, kind, author, at, day }) => ({
        id,
        words: `${agreedToPlan.has(id) ? "Customer agreed to the new plan" : eventWords[kind]}${day === null ? "" : `, from ${dayInWords(day, reader)}`}`,
        detail: `${authorWords(author)}, ${fullDateOf(at, reader)}`,
      })),
  };
}

function minimumTerm(listed: ListedSubscription, today: string, reader: DateReader): string {
  const { subscription, cycles } = listed;
  const term = countedCycles(subscription.minimumCycles, subscription.charged);
  if (subscription.startedAt === null) return term;
  if (cyclesUntilFree(subscription, cycles) === 0) return `${term}, which are paid`;
  return `${term}, until ${dayInWords(addDays(endOfMinimum(listed, today), -1), reader)}`;
}

/** Ids of the events in which the customer agreed to another plan, not just to another price. */
function agreementsToPlans(events: readonly SubscriptionEvent[]): ReadonlySet<string> {
  const asked = (nth: number) =>
    events.slice(0, nth).findLast(({ kind }) => kind === "plan-asked" || kind === "price-offered");
  const agreed = events.filter(
    ({ kind }, nth) => kind === "price-agreed" && asked(nth)?.kind === "plan-asked",
  );
  return new Set(agreed.map(({ id }) => id));
}

/**
 * Events without a provider's reports of the state that it had reported before. A decision about
 * several payments is one line.
 */
function withoutRepeats(events: readonly SubscriptionEvent[]): readonly SubscriptionEvent[] {
  let reported = "";
  return events.filter(({ kind, reason }, nth) => {
    if (kind === "dispute-settled") return events[nth - 1]?.kind !== kind;
    if (!kind.startsWith("provider-")) return true;
    const report = `${kind} ${reason}`;
    const isNew = report !== reported;
    reported = report;
    return isNew;
  });
}

/** True while the work stands still because a payment was taken back. */
function isTakenBack({ standing }: Pick<ListedSubscription, "standing">) {
  return standing.state === "suspended" && standing.isDisputed;
}

/** What needs a person, as a sentence; "" for nothing. */
function attentionTo(listed: ListedSubscription, { reader }: Words): string {
  const { standing } = listed;
  if (standing.state === "ended") return standing.endedBecause;
  if (isTakenBack({ standing })) {
    return "The provider has taken a payment back, so the work stands still. Decide whether the plan goes on.";
  }
  if (standing.overdue !== null) {
    const { orderNumber, suspendsAt } = standing.overdue;
    return standing.state === "suspended"
      ? `Order ${orderNumber} is not paid and the days of grace are over, so the due dates of this plan stand still.`
      : `Order ${orderNumber} is not paid. The work goes on until ${longDateOf(suspendsAt, reader)}.`;
  }
  if (standing.change?.awaitsConsent) return "The customer has not agreed to the new price yet.";
  const { cancelledFrom } = standing;
  if (cancelledFrom === null) return "";
  const charges = chargesInWords(chargesBefore(listed, cancelledFrom), reader);
  const owed = charges && ` Its minimum term still costs ${charges}.`;
  return `Cancelled: the last day is ${lastDayInWords(standing, reader)}.${owed}`;
}

function paymentOf(cycle: Cycle, { reader }: Words, now: number) {
  switch (cycle.paymentStatus) {
    case "Paid": {
      const on = cycle.paidAt === null ? "" : ` ${longDateOf(cycle.paidAt, reader)}`;
      return { payment: `Paid${on}`, color: "brand" };
    }
    case "Refunded":
      return cycle.isTakenBack
        ? { payment: "Taken back", color: "red" }
        : { payment: "Refunded", color: "gray" };
    case "Cancelled":
      return { payment: "Left out", color: "gray" };
    case "UnPaid":
      return cycle.dueAt <= now
        ? { payment: "Overdue", color: "orange" }
        : { payment: `Due ${longDateOf(cycle.dueAt, reader)}`, color: "yellow" };
  }
}

const eventWords: Readonly<Record<SubscriptionEventKind, string>> = {
  "pause-asked": "Pause asked for",
  "resume-asked": "Resumed",
  "cancel-asked": "Cancelled",
  "cancel-withdrawn": "Cancellation taken back",
  "plan-asked": "Another plan asked for",
  "plan-withdrawn": "Change of plan taken back",
  "price-offered": "New price told to the customer",
  "price-agreed": "Customer agreed to the new price",
  "price-declined": "Customer declined the new price",
  "plan-changed": "Plan or price changed",
  "change-told": "Provider told of the change",
  "provider-active": "The provider reports: active",
  "provider-past-due": "The provider could not charge",
  "provider-paused": "The provider reports: paused",
  "provider-ended": "The provider charges no more",
  "dispute-settled": "Settled that a payment was taken back",
  "dispute-began": "Stands still, because a payment was taken back",
  "dispute-ended": "Goes on after a payment was taken back",
  lapsed: "Lapsed, because nobody has paid",
  ended: "Ended",
};

function authorWords(author: string): string {
  if (author === "customer") return "By the customer";
  if (author === "system") return "By itself";
  return `By ${author.includes("@") ? author : storedProvider(author).displayName}`;
}
