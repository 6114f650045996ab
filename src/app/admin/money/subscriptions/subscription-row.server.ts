import { dollarsFromCents } from "#platform/money.ts";
import { shownEmail } from "#platform/texts/shown-email.ts";
import { type DateReader, longDateOf } from "#platform/time/dates.ts";
import type { ListedSubscription } from "#subscriptions/list-subscriptions.ts";
import type { SubscriptionState } from "#subscriptions/model/subscription.ts";
import {
  comesNext,
  cycleToPay,
  dayInWords,
  lastDayInWords,
  priceOf,
  standingLabel,
} from "#subscriptions/model/subscription-words.ts";

interface SubscriptionWords {
  readonly reader: DateReader;
}

export type SubscriptionRow = ReturnType<typeof subscriptionRow>;

const colors: Readonly<Record<SubscriptionState, string>> = {
  active: "brand",
  "past-due": "orange",
  suspended: "red",
  paused: "gray",
  "awaiting-approval": "yellow",
  ended: "gray",
};

export function subscriptionRow(listed: ListedSubscription, words: SubscriptionWords) {
  const { subscription, standing } = listed;
  const { reader } = words;
  return {
    id: subscription.id,
    number: subscription.number,
    customer: customerOf(listed),
    website: listed.website.replace(/^https?:\/\//, "").replace(/\/$/, ""),
    plan: subscription.packageName,
    price: priceOf(listed),
    label: standingLabel(standing),
    color: standing.cancelledFrom === null ? colors[standing.state] : "gray",
    next: nextInWords(listed, reader),
    since: subscription.startedAt === null ? "–" : longDateOf(subscription.startedAt, reader),
    paid: dollarsFromCents(listed.paidCents),
    periods: listed.paidCount,
    way: listed.chargedBy ?? "Link by email",
  };
}

/** The company, or else the person, of a subscription. */
export function customerOf({ companyName, customerName, customerEmail }: ListedSubscription) {
  return companyName || customerName || shownEmail(customerEmail) || "Deleted customer";
}

/** The next payment, or why there is none. */
export function nextInWords(listed: ListedSubscription, reader: DateReader): string {
  const { standing } = listed;
  const open = cycleToPay(listed);
  if (standing.state === "ended") return "None";
  if (standing.state === "awaiting-approval") return "The first one is not paid";
  if (standing.overdue !== null)
    return `Overdue since ${longDateOf(standing.overdue.dueAt, reader)}`;
  const lastDay = lastDayInWords(standing, reader);
  if (lastDay !== "") return `None, last day ${lastDay}`;
  if (open !== null) return longDateOf(open.dueAt, reader);
  if (standing.isDisputed) return "None until the dispute is settled";
  const next = comesNext(standing);
  if (next !== null) return dayInWords(next.start, reader);
  if (standing.state === "paused" && standing.pause === null) return "None, paused at the provider";
  return standing.pause === null ? "None" : "None, until it is resumed";
}
