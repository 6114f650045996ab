import { expect, test } from "vitest";
import { startOfDay } from "#platform/time/dates.ts";
import type { Cycle, Subscription, SubscriptionEvent } from "./subscription.ts";
import { subscriptionStanding } from "./subscription-state.ts";
import {
  followingPaymentInWords,
  nextPaymentInWords,
  nextPaymentOf,
  standingLabel,
  tellCustomer,
} from "./subscription-words.ts";

const reader = { timeZone: "UTC", locale: "en-US" };
const at = (day: string) => startOfDay(day, reader.timeZone);

const subscription: Subscription = {
  id: "s",
  number: 7,
  companyId: "c",
  accountId: "a",
  packageId: "p",
  packageName: "Premium",
  priceCents: 49_900,
  charged: "monthly",
  minimumCycles: 0,
  workingDays: 20,
  includedRounds: 2,
  refundDays: 14,
  points: [],
  currency: "USD",
  anchorDay: 15,
  provider: null,
  providerReference: null,
  createdAt: at("2027-01-15"),
  startedAt: at("2027-01-15"),
  endedAt: null,
};

const first: Cycle = {
  subscriptionId: "s",
  number: 1,
  orderId: "o1",
  orderNumber: 7,
  start: "2027-01-15",
  end: "2027-02-15",
  priceCents: 49_900,
  madeAt: at("2027-01-15"),
  dueAt: at("2027-01-15"),
  suspendsAt: at("2027-01-20"),
  paymentStatus: "Paid",
  paidAt: at("2027-01-15"),
  paidDay: "2027-01-15",
  withdrawnAt: null,
  isTakenBack: false,
};

const second: Cycle = {
  ...first,
  number: 2,
  orderId: "o2",
  orderNumber: 9,
  start: "2027-02-15",
  end: "2027-03-15",
  madeAt: at("2027-02-08"),
  dueAt: at("2027-02-15"),
  suspendsAt: at("2027-02-20"),
  paymentStatus: "UnPaid",
  paidAt: null,
  paidDay: null,
};

const event = (
  kind: SubscriptionEvent["kind"],
  day: string,
  more: Partial<SubscriptionEvent> = {},
): SubscriptionEvent => ({
  id: kind,
  kind,
  at: at("2027-01-16"),
  author: "customer",
  day,
  untilDay: null,
  priceCents: null,
  plan: null,
  reason: null,
  ...more,
});

interface Told {
  readonly today: string;
  readonly cycles: readonly Cycle[];
  readonly events?: readonly SubscriptionEvent[];
  readonly chargedBy?: string;
}

test.each<[Told, label: string, headline: string, detail: string]>([
  [
    { today: "2027-01-15", cycles: [{ ...first, paymentStatus: "UnPaid", paidAt: null }] },
    "Not paid yet",
    "$499.00 for the first month, then each month until you cancel",
    "The plan begins when the payment arrives. Without it, nothing follows.",
  ],
  [
    { today: "2027-01-16", cycles: [first] },
    "Running",
    "$499.00 on Feb 15, 2027",
    "On Feb 8, 2027 we email you a link to pay. Nothing is charged by itself.",
  ],
  [
    { today: "2027-01-16", cycles: [first], chargedBy: "Stripe" },
    "Running",
    "$499.00 on Feb 15, 2027",
    "Stripe charges it by itself.",
  ],
  [
    { today: "2027-02-10", cycles: [first, second] },
    "Running",
    "$499.00 on Feb 15, 2027",
    "Order 9 for Feb 15 – Mar 14, 2027 is ready to pay. Nothing is charged by itself.",
  ],
  [
    { today: "2027-02-16", cycles: [first, second] },
    "Payment overdue",
    "$499.00 is overdue",
    "Order 9 for Feb 15 – Mar 14, 2027 is not paid. We work on until Feb 20, 2027. After that, the work stands still until the payment arrives.",
  ],
  [
    { today: "2027-02-25", cycles: [first, second] },
    "Work stands still",
    "$499.00 is overdue",
    "Order 9 for Feb 15 – Mar 14, 2027 is not paid. The work stands still until the payment arrives, and you pay nothing for the time in between.",
  ],
  [
    { today: "2027-02-16", cycles: [first, second], chargedBy: "Stripe" },
    "Payment overdue",
    "$499.00 could not be charged",
    "Stripe could not charge order 9 for Feb 15 – Mar 14, 2027. Pay it here in any way, or change the card, and Stripe tries again. We work on until Feb 20, 2027.",
  ],
  [
    { today: "2027-01-20", cycles: [first], events: [event("cancel-asked", "2027-03-15")] },
    "Cancelled",
    "Your last day is Mar 14, 2027",
    "The plan is cancelled. We work until its last day. Its minimum term still costs $499.00 on Feb 15, 2027.",
  ],
  [
    { today: "2027-02-10", cycles: [first, second], events: [event("cancel-asked", "2027-04-15")] },
    "Cancelled",
    "Your last day is Apr 14, 2027",
    "The plan is cancelled. We work until its last day. Its minimum term still costs $499.00 on Feb 15, 2027 and $499.00 on Mar 15, 2027, $998.00 in all.",
  ],
  [
    { today: "2027-01-20", cycles: [first], events: [event("cancel-asked", "2027-07-15")] },
    "Cancelled",
    "Your last day is Jul 14, 2027",
    "The plan is cancelled. We work until its last day. Its minimum term still costs 5 payments from Feb 15, 2027 to Jun 15, 2027, $2,495.00 in all.",
  ],
  [
    {
      today: "2027-01-20",
      cycles: [{ ...first, paymentStatus: "Refunded", isTakenBack: true }],
    },
    "Work stands still",
    "The work stands still",
    "A payment of $499.00 for order 7 was taken back through your bank or PayPal. Nothing more is charged until that is settled. Please write to us.",
  ],
  [
    { today: "2027-02-16", cycles: [first, second], events: [event("pause-asked", "2027-03-15")] },
    "Payment overdue",
    "$499.00 is overdue",
    "Order 9 for Feb 15 – Mar 14, 2027 is not paid. We work on until Feb 20, 2027. After that, the work stands still until the payment arrives. The plan pauses from Mar 15, 2027.",
  ],
  [
    { today: "2027-01-20", cycles: [first], events: [event("cancel-asked", "2027-02-15")] },
    "Cancelled",
    "Your last day is Feb 14, 2027",
    "The plan is cancelled. We work until its last day, and nothing more is charged.",
  ],
  [
    { today: "2027-01-20", cycles: [first], events: [event("pause-asked", "2027-02-15")] },
    "Running",
    "Pauses from Feb 15, 2027",
    "We work until the end of the month that you have paid. Then nothing is charged and nobody works on the plan until you resume it. Messages that you write are kept, and we answer them when the plan goes on.",
  ],
  [
    {
      today: "2027-02-16",
      cycles: [first],
      events: [event("pause-asked", "2027-02-15", { untilDay: "2027-04-15" })],
    },
    "Paused",
    "Paused until Apr 15, 2027",
    "Nothing is charged and nobody works on the plan until Apr 15, 2027, when it goes on by itself. Messages that you write are kept, and we answer them when the plan goes on.",
  ],
  [
    { today: "2027-02-16", cycles: [first], events: [event("cancel-asked", "2027-02-15")] },
    "Ended",
    "This plan has ended",
    "Nothing more is charged. Your orders and files stay here.",
  ],
])("%# a customer is told what to know now", (told, label, headline, detail) => {
  const { today, cycles, events = [], chargedBy = null } = told;
  const present = { now: at(today) + 60_000, today };
  const standing = subscriptionStanding({ subscription, cycles, events }, present);
  const story = tellCustomer({ subscription, cycles, standing, reader, chargedBy });
  // The dates of a period have thin spaces.
  const isNext = headline.includes(" on ");
  expect({ ...story, detail: story.detail.replaceAll("\u2009", " ") }).toEqual({
    label,
    about: isNext ? "Next payment" : "",
    headline,
    detail,
  });
  expect(standingLabel(standing)).toBe(label);
});

test.each<[string, Pick<Told, "cycles" | "events">, string]>([
  [
    "a payment is taken back",
    { cycles: [{ ...first, paymentStatus: "Refunded", isTakenBack: true }] },
    "None until it is settled that a payment was taken back",
  ],
  [
    "the provider pauses",
    { cycles: [first], events: [event("provider-paused", "")] },
    "None while the plan is paused",
  ],
])("no next payment is named while %s", (_name, { cycles, events = [] }, words) => {
  const present = { now: at("2027-01-20"), today: "2027-01-20" };
  const standing = subscriptionStanding({ subscription, cycles, events }, present);
  const told = { subscription, cycles, standing, reader, chargedBy: "Stripe" };
  expect(standing.next).not.toBeNull();
  expect(nextPaymentOf(told)).toBeNull();
  expect(nextPaymentInWords(told)).toBe(words);
  expect(followingPaymentInWords(told)).not.toContain("$");
});
