import {
  type CyclePrices,
  centsOfCycle,
  firstPrices,
  type PricedCycles,
} from "#platform/cycle-prices.ts";
import { dollarsFromCents } from "#platform/money.ts";

/** How often a plan is charged, as the field `packageCharged` stores it. */
export const planIntervals = ["once", "monthly", "quarterly", "yearly"] as const;
export type PlanInterval = (typeof planIntervals)[number];
export type RepeatedInterval = Exclude<PlanInterval, "once">;

/** Labels of the intervals in the form of a plan. */
export const intervalLabels: Readonly<Record<PlanInterval, string>> = {
  once: "Once",
  monthly: "Every month",
  quarterly: "Every three months",
  yearly: "Every year",
};

/** One cycle of a plan in words, such as "month". */
export const cycleNouns: Readonly<Record<RepeatedInterval, string>> = {
  monthly: "month",
  quarterly: "quarter",
  yearly: "year",
};

/** Calendar months of one cycle. */
export const monthsOfCycle: Readonly<Record<RepeatedInterval, number>> = {
  monthly: 1,
  quarterly: 3,
  yearly: 12,
};

/** Days before the next cycle in which the customer is asked to pay for it by a link. */
export const daysToPayAhead = 7;

/** Days after its order in which a plan has to be paid for the first time, or its order is cancelled. */
export const daysToFirstPayment = 30;

export function isRepeated(charged: PlanInterval): charged is RepeatedInterval {
  return charged !== "once";
}

/** "a month", "a quarter" or "a year"; "" for a plan that is charged once. */
export function perCycle(charged: PlanInterval): string {
  return isRepeated(charged) ? `a ${cycleNouns[charged]}` : "";
}

/** A price with its interval: "$299.00", or "$299.00 a month". */
export function pricePer(price: string, charged: PlanInterval): string {
  return isRepeated(charged) ? `${price} ${perCycle(charged)}` : price;
}

/** Number of cycles, such as "3 months" or "1 year". */
export function countedCycles(count: number, charged: RepeatedInterval): string {
  return `${count} ${cycleNouns[charged]}${count === 1 ? "" : "s"}`;
}

/** "the first month" or "the first 3 months". */
export function firstCycles(count: number, charged: RepeatedInterval): string {
  return `the first ${count === 1 ? cycleNouns[charged] : countedCycles(count, charged)}`;
}

/** "the next month" or "the next 3 months". */
function nextCycles(count: number, charged: RepeatedInterval): string {
  return `the next ${count === 1 ? cycleNouns[charged] : countedCycles(count, charged)}`;
}

/**
 * All prices of a plan with its interval: "$149.00 a month", or "$119.20 for the first 3 months, then
 * $149.00 a month". `hasBegun` is true for a subscription, of which the next cycles are told.
 */
export function pricesInWords(
  prices: CyclePrices,
  charged: PlanInterval,
  { hasBegun = false }: { readonly hasBegun?: boolean } = {},
): string {
  const regular = pricePer(dollarsFromCents(prices.priceCents), charged);
  if (!isRepeated(charged)) return regular;
  const first = firstPrices(prices).map(({ priceCents, cycles }, nth) => {
    const span = nth === 0 && !hasBegun ? firstCycles : nextCycles;
    return `${dollarsFromCents(priceCents)} for ${span(cycles, charged)}`;
  });
  return [...first, regular].join(", then ");
}

/** How the cycles after the first are paid: by a link of an email, or charged by a provider. */
export interface LaterPayment {
  /** Name of the provider that charges by itself; null if the customer pays each cycle. */
  readonly chargedBy: string | null;
  /** The way in words, such as "bank transfer" or "Stripe". */
  readonly way: string;
}

export interface ChargedPlan extends CyclePrices {
  readonly charged: PlanInterval;
  readonly minimumCycles: number;
}

/** A subscription that runs, whose customer pays a period after the first one. */
export interface RunningPeriod {
  /** Such as "Feb 28 – Mar 30, 2027". */
  readonly period: string;
  /** What follows this period and how it is paid, as a sentence. */
  readonly afterwards: string;
  /** Periods with this one that the customer has to pay before the end of the minimum term. */
  readonly periodsLeft: number;
}

/** One line about a charge, such as "Then" and what follows the first month. */
export interface ChargeLine {
  readonly label: string;
  readonly words: string;
}

/**
 * What a repeated plan costs, when it is charged, its minimum term, and how to stop it. Every text
 * that a customer reads before the payment says it with these lines; none for a plan charged once.
 * `later` has an item for each way to pay that the customer can choose; null if the text does not know
 * the ways. `running` is null for the first period.
 */
export function chargeLines(
  { charged, minimumCycles, ...prices }: ChargedPlan,
  later: readonly LaterPayment[] | null,
  running: RunningPeriod | null = null,
): readonly ChargeLine[] {
  if (!isRepeated(charged)) return [];
  const noun = cycleNouns[charged];
  const now = dollarsFromCents(centsOfCycle(prices, 1));
  return [
    { label: "Now", words: `${now} for ${running?.period ?? firstCycles(1, charged)}.` },
    { label: "Then", words: running?.afterwards ?? laterWords(laterPrices(prices), noun, later) },
    { label: "Minimum term", words: running ? termLeft(running) : term() },
    {
      label: "To stop",
      words: `Cancel in two clicks on the page of your plan, or by a link in an email. ${afterStopping()}`,
    },
  ];

  function term(): string {
    return minimumCycles > 1
      ? `${minimumCycles} ${noun}s, ${dollarsFromCents(sumOfCycles(prices, minimumCycles))} in all.`
      : `None. You can stop before the second ${noun}.`;
  }

  function afterStopping(): string {
    const isBound = running ? running.periodsLeft > 1 : minimumCycles > 1;
    return isBound
      ? `The plan then ends with its minimum term: each ${noun} until then is still charged, and nothing after it.`
      : `The ${noun} that you have paid runs to its end, and nothing is charged after it.`;
  }

  function termLeft({ periodsLeft }: RunningPeriod): string {
    return periodsLeft > 1
      ? `${capitalised(noun)}s still to pay: ${periodsLeft}, with this one.`
      : `None after this ${noun}. You can stop before the next one.`;
  }
}

function sumOfCycles(prices: CyclePrices, count: number): number {
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  return numbers.reduce((sum, number) => sum + centsOfCycle(prices, number), 0);
}

/** The prices after the first cycle; the last ones are those of each further cycle. */
function laterPrices(prices: CyclePrices): readonly PricedCycles[] {
  const [first, ...others] = firstPrices(prices);
  const left =
    first === undefined || first.cycles === 1 ? [] : [{ ...first, cycles: first.cycles - 1 }];
  return [...left, ...others, { priceCents: prices.priceCents, cycles: Number.POSITIVE_INFINITY }];
}

function laterWords(
  prices: readonly PricedCycles[],
  noun: string,
  later: readonly LaterPayment[] | null,
): string {
  if (later === null) {
    const each = told((price) => `${price} for`);
    return `${each}, in the way that you choose when you pay.`;
  }
  const byLink = told(
    (price) => `an email with a link to pay ${price} comes ${daysToPayAhead} days before`,
    "nothing is to pay for",
  );
  const charging = later.flatMap(({ chargedBy }) => chargedBy ?? []);
  if (charging.length === 0) return `${capitalised(byLink)}. Nothing is charged by itself.`;
  const names = anyOf.format(charging);
  const charges = told((price) => `${price} by itself at the start of`);
  const byItself = `charges ${charges}.`;
  const byHand = later.flatMap(({ chargedBy, way }) => (chargedBy === null ? [way] : []));
  return byHand.length === 0
    ? `${names} ${byItself}`
    : `By ${names}: it ${byItself} By ${anyOf.format(byHand)}: ${byLink}, and nothing is charged by itself.`;

  /** What is said of each price, and then its cycles. */
  function told(say: (price: string) => string, free = say(dollarsFromCents(0))): string {
    const parts = prices.map(({ priceCents, cycles }) => {
      const words = priceCents === 0 ? free : say(dollarsFromCents(priceCents));
      if (cycles === Number.POSITIVE_INFINITY) return `${words} each further ${noun}`;
      return cycles === 1
        ? `${words} the next ${noun}`
        : `${words} each of the next ${cycles} ${noun}s`;
    });
    return parts.join(", and ");
  }
}

const anyOf = new Intl.ListFormat("en", { type: "disjunction" });

const capitalised = (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}`;

/** The line that follows `chargeLines` while a first order can be paid; `day` is "Dec 29, 2026". */
export function payUntilLine(day: string): ChargeLine {
  const words = `${day}. Until then, your order waits for you. After that it is cancelled, and you owe nothing.`;
  return { label: "Pay until", words };
}
