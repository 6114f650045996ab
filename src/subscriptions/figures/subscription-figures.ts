import type { Reduction } from "#platform/cycle-prices.ts";
import { addDays, lastDayOf } from "#platform/time/calendar.ts";
import { startOfDay } from "#platform/time/dates.ts";
import { periodFrom } from "../model/cycle-dates.ts";
import type { Cycle, Subscription, SubscriptionEvent } from "../model/subscription.ts";
import {
  centsOfFollowing,
  leewayDays,
  planOfPeriod,
  subscriptionStanding,
} from "../model/subscription-state.ts";

export interface SubscriptionFacts {
  readonly subscription: Subscription;
  readonly cycles: readonly Cycle[];
  readonly events: readonly SubscriptionEvent[];
  readonly reductions?: readonly Reduction[];
}

interface Present {
  readonly now: number;
  /** The day of `now`. */
  readonly today: string;
  readonly timeZone: string;
}

/** Cents a month, at the end of a month or now. A yearly price counts as a twelfth of it. */
interface Recurring {
  /** Of subscriptions whose present period is paid, or the last one while the renewal is on its way. */
  readonly recurringCents: number;
  readonly pausedCents: number;
  /** Of subscriptions that owe their present period. */
  readonly pastDueCents: number;
}

interface MonthOfFigures extends Recurring {
  /** First day of the month. */
  readonly month: string;
  /** What new and dearer subscriptions add, compared with the end of the month before. */
  readonly gainedCents: number;
  /** What ended and cheaper subscriptions take away. */
  readonly lostCents: number;
}

export interface SubscriptionFigures {
  readonly now: Recurring & {
    readonly running: number;
    readonly paused: number;
    readonly pastDue: number;
    /** Of the running ones, those with a last day. */
    readonly cancelled: number;
  };
  /** The last months, the oldest first; the last one is the present month, until now. */
  readonly months: readonly MonthOfFigures[];
  /** Payments that fall due in the next months, if everybody pays and nothing changes. */
  readonly forecast: readonly { readonly month: string; readonly cents: number }[];
}

type Kind = "recurring" | "paused" | "pastDue";

/** What a subscription is worth on a day; null before its first payment and after its end. */
interface Worth {
  readonly kind: Kind;
  /** Twelfths of a cent a month, so that quarters and years add up exactly. */
  readonly twelfths: number;
  readonly isCancelled: boolean;
}

/**
 * Recurring revenue and its changes in the last months, and the forecast of the next three. Counts
 * paid periods only: a plan that somebody has ordered and not paid is no revenue.
 */
export function figuresOf(
  all: readonly SubscriptionFacts[],
  { now, today, timeZone }: Present,
  monthCount: number,
): SubscriptionFigures {
  const present = firstOfMonth(today);
  const firsts = Array.from({ length: monthCount + 1 }, (_, back) =>
    monthsLater(present, back - monthCount),
  );
  const worths = firsts.map((first) => {
    const last = lastDayOf("month", first);
    const day = first === present ? today : last;
    const at = first === present ? now : startOfDay(addDays(last, 1), timeZone) - 1;
    return all.map((facts) => worthAt(facts, at, day));
  });
  const ofNow = worths.at(-1) ?? [];
  const count = (kind: Kind) => ofNow.filter((worth) => worth?.kind === kind).length;
  return {
    now: {
      ...recurringOf(ofNow),
      running: count("recurring"),
      paused: count("paused"),
      pastDue: count("pastDue"),
      cancelled: ofNow.filter((worth) => worth?.kind === "recurring" && worth.isCancelled).length,
    },
    months: firsts.slice(1).map((month, index) => {
      const before = worths[index] ?? [];
      const after = worths[index + 1] ?? [];
      const changes = after.map(
        (worth, at) => (worth?.twelfths ?? 0) - (before[at]?.twelfths ?? 0),
      );
      return {
        month,
        ...recurringOf(after),
        gainedCents: centsOf(changes.filter((change) => change > 0)),
        lostCents: centsOf(changes.filter((change) => change < 0).map((change) => -change)),
      };
    }),
    forecast: forecastOf(all, { now, today }),
  };
}

function recurringOf(worths: readonly (Worth | null)[]): Recurring {
  const of = (kind: Kind) =>
    centsOf(worths.flatMap((worth) => (worth?.kind === kind ? worth.twelfths : [])));
  return {
    recurringCents: of("recurring"),
    pausedCents: of("paused"),
    pastDueCents: of("pastDue"),
  };
}

function centsOf(twelfths: readonly number[]): number {
  return Math.round(twelfths.reduce((sum, one) => sum + one, 0) / 12);
}

/** A subscription as it was known at an instant, on its day. */
function worthAt(facts: SubscriptionFacts, at: number, day: string): Worth | null {
  const cycles = facts.cycles.flatMap((cycle) => (cycle.madeAt > at ? [] : cycleAt(cycle, at)));
  if (cycles.every(({ paidAt }) => paidAt === null)) return null;
  const events = facts.events.filter((event) => event.at <= at);
  const then = { subscription: facts.subscription, cycles, events };
  const { state, cancelledFrom } = subscriptionStanding(then, { now: at, today: day });
  const latest = cycles.findLast(
    ({ start, paymentStatus }) => start <= day && paymentStatus !== "Cancelled",
  );
  if (state === "ended" || latest === undefined) return null;
  const worth = {
    twelfths: (latest.priceCents * 12) / monthsIn(latest),
    isCancelled: cancelledFrom !== null,
  };
  if (state === "paused") return { kind: "paused", ...worth };
  if (state === "past-due" || state === "suspended") return { kind: "pastDue", ...worth };
  // Its renewal is on the way for some days: by hand, nobody works then, and a provider may be late.
  const isPaid = latest.paymentStatus === "Paid" && addDays(latest.end, leewayDays) > day;
  return isPaid ? { kind: "recurring", ...worth } : null;
}

/** A cycle without what happened to it after an instant. */
function cycleAt(cycle: Cycle, at: number): Cycle {
  const wasWithdrawn = cycle.withdrawnAt !== null && cycle.withdrawnAt <= at;
  const isLater = cycle.withdrawnAt !== null && !wasWithdrawn;
  if (isLater || (cycle.paidAt !== null && cycle.paidAt > at)) {
    return { ...cycle, paymentStatus: "UnPaid", paidAt: null, paidDay: null, withdrawnAt: null };
  }
  return cycle;
}

function monthsIn({ start, end }: Pick<Cycle, "start" | "end">): number {
  const numberOf = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
  return Math.max(1, numberOf(end) - numberOf(start));
}

const forecastMonths = 3;

function forecastOf(
  all: readonly SubscriptionFacts[],
  { now, today }: Pick<Present, "now" | "today">,
): SubscriptionFigures["forecast"] {
  const months = Array.from({ length: forecastMonths }, (_, index) =>
    monthsLater(firstOfMonth(today), index + 1),
  );
  const centsIn = new Map(months.map((month) => [month, 0]));
  const add = (day: string, cents: number) => {
    const month = firstOfMonth(day);
    if (centsIn.has(month)) centsIn.set(month, (centsIn.get(month) ?? 0) + cents);
  };
  const end = monthsLater(firstOfMonth(today), forecastMonths + 1);
  for (const facts of all) {
    const { subscription, cycles } = facts;
    const standing = subscriptionStanding(facts, { now, today });
    for (const { paymentStatus, start, priceCents } of cycles) {
      if (standing.state !== "ended" && paymentStatus === "UnPaid") add(start, priceCents);
    }
    const { cancelledFrom, change } = standing;
    for (let start = standing.next?.start, nth = 0; start !== undefined && start < end; nth += 1) {
      if (cancelledFrom !== null && start >= cancelledFrom) break;
      const { charged } = planOfPeriod(subscription, change, start);
      add(start, centsOfFollowing({ subscription, standing }, start, nth));
      start = periodFrom(start, { charged, anchorDay: subscription.anchorDay }).end;
    }
  }
  return months.map((month) => ({ month, cents: centsIn.get(month) ?? 0 }));
}

const firstOfMonth = (day: string) => `${day.slice(0, 8)}01`;

/** The first day of the month that is `months` later. */
function monthsLater(first: string, months: number): string {
  const month = Number(first.slice(0, 4)) * 12 + Number(first.slice(5, 7)) - 1 + months;
  const pad = (number: number, digits: number) => String(number).padStart(digits, "0");
  return `${pad(Math.floor(month / 12), 4)}-${pad((month % 12) + 1, 2)}-01`;
}
