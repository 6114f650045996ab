import type { SubscriptionTerms } from "#payments/provider-subscriptions.ts";
import { centsOfCycle, firstPrices } from "#platform/cycle-prices.ts";
import { amountFromCents } from "#platform/money.ts";
import type { SandboxAccount } from "../sandbox-orders.server.ts";

/** A subscription at a simulated provider, with a clock of its own that can be turned. */
export interface SandboxSubscription extends SubscriptionTerms {
  readonly id: string;
  readonly account: SandboxAccount;
  /** Id of the attempt with which the customer subscribed. */
  readonly customId: string;
  /** The provider's id of these terms: a product at Stripe, a plan at PayPal. */
  readonly termsId: string;
  readonly returnUrl: string;
  readonly cancelUrl: string;
  readonly status: "approval-pending" | "active" | "past-due" | "paused" | "ended";
  readonly endsWithPeriod: boolean;
  /** Time by which the clock of the subscription is ahead of the real time. */
  readonly aheadMs: number;
  readonly startedAt: number;
  /** Time of the last change of the status, by the clock of the subscription. */
  readonly changedAt: number;
  readonly cycles: readonly SandboxCycle[];
  /** Coupon that Stripe takes off the invoices of a time. */
  readonly discount?: SandboxDiscount | undefined;
  /** Terms that wait for the customer's consent at PayPal. */
  readonly offer?: (SubscriptionTerms & { readonly termsId: string }) | undefined;
  /** True when the customer's card is charged by way of the customer, after the portal was opened. */
  readonly hasOwnCard: boolean;
}

export interface SandboxDiscount {
  readonly cents: number;
  /** When it ends; null for a discount of the next invoice only. */
  readonly end: number | null;
}

export interface SandboxCycle {
  readonly id: string;
  readonly start: number;
  readonly end: number;
  readonly priceCents: number;
  /** "settled" was paid to the shop in another way. */
  readonly state: "paid" | "open" | "void" | "settled";
  readonly paymentId: string;
  /** Number of charges that failed. */
  readonly failures: number;
  /** Time of the last charge, by the clock of the subscription. */
  readonly chargedAt: number;
}

/** Ids of a cycle and of its payment. */
export type NameCycle = (
  subscription: Pick<SandboxSubscription, "id">,
  number: number,
) => Pick<SandboxCycle, "id" | "paymentId">;

const dayMs = 24 * 60 * 60 * 1000;
/** Providers repeat a failed charge after some days. */
const retryMs = 3 * dayMs;

/** Intervals, as they follow a price. */
export const perInterval = {
  monthly: "a month",
  quarterly: "a quarter",
  yearly: "a year",
} as const;

/** A price that stays on one line. */
export function priceText(cents: number, currency: string): string {
  return `${amountFromCents(cents)}\u00a0${currency}`;
}

/** All prices of terms, such as "119.20 USD a month, 2 times, then 149.00 USD a month". */
export function pricesText(terms: SubscriptionTerms): string {
  const per = perInterval[terms.interval];
  const first = firstPrices(terms).map(
    ({ priceCents, cycles }) => `${priceText(priceCents, terms.currency)} ${per}, ${cycles} times`,
  );
  return [...first, `${priceText(terms.priceCents, terms.currency)} ${per}`].join(", then ");
}

const monthsOf = { monthly: 1, quarterly: 3, yearly: 12 } as const;

export function clockOf({ aheadMs }: SandboxSubscription): number {
  return Date.now() + aheadMs;
}

/**
 * Start of a cycle, counted from the first, so that a subscription of January 31 is charged on
 * February 28 and on March 31.
 */
function cycleStart(
  { startedAt, interval }: Pick<SandboxSubscription, "startedAt" | "interval">,
  cycle: number,
): number {
  return inMonths(startedAt, cycle * monthsOf[interval]);
}

/** The same day in a later month, or its last day. */
export function inMonths(time: number, months: number): number {
  const first = new Date(time);
  const later = new Date(time);
  later.setUTCFullYear(first.getUTCFullYear(), first.getUTCMonth() + months, 1);
  const lastDay = new Date(Date.UTC(later.getUTCFullYear(), later.getUTCMonth() + 1, 0));
  later.setUTCDate(Math.min(first.getUTCDate(), lastDay.getUTCDate()));
  return later.getTime();
}

/** The customer has approved, and the first cycle is paid. */
export function begin(given: SandboxSubscription, nameCycle: NameCycle): SandboxSubscription {
  const startedAt = clockOf(given);
  const begun = { ...given, status: "active", startedAt, changedAt: startedAt } as const;
  return charge(begun, nameCycle, true);
}

/** Turns the clock to the next cycle, which the provider charges unless it has a reason not to. */
export function renew(
  given: SandboxSubscription,
  nameCycle: NameCycle,
  isCardGood: boolean,
): SandboxSubscription {
  const turned = turnTo(given, cycleStart(given, given.cycles.length));
  if (given.endsWithPeriod) return end(turned);
  return given.status === "ended" ? turned : charge(turned, nameCycle, isCardGood);
}

function charge(given: SandboxSubscription, nameCycle: NameCycle, isCardGood: boolean) {
  const number = given.cycles.length;
  const isPaused = given.status === "paused";
  const isPaid = isCardGood && !isPaused;
  const cycle: SandboxCycle = {
    ...nameCycle(given, number),
    start: cycleStart(given, number),
    end: cycleStart(given, number + 1),
    priceCents: priceOf(given),
    state: isPaused ? "void" : isPaid ? "paid" : "open",
    failures: isPaused || isPaid ? 0 : 1,
    chargedAt: clockOf(given),
  };
  const discount = given.discount?.end === null ? undefined : given.discount;
  return withStatus({ ...given, discount, cycles: [...given.cycles, cycle] });
}

/**
 * Price of the next cycle. PayPal counts the cycles that it has charged, and Stripe's discounts end at
 * a time, also if nothing was charged until then.
 */
function priceOf(given: SandboxSubscription): number {
  const charged = given.cycles.filter(({ state }) => state !== "void").length;
  const { discount } = given;
  const start = cycleStart(given, given.cycles.length);
  const isOn = discount !== undefined && (discount.end === null || start < discount.end);
  return Math.max(0, centsOfCycle(given, charged + 1) - (isOn ? discount.cents : 0));
}

/** Charges the open cycles again, some days later. */
export function retry(given: SandboxSubscription): SandboxSubscription {
  const turned = turnTo(given, clockOf(given) + retryMs);
  const chargedAt = clockOf(turned);
  const cycles = given.cycles.map((cycle) =>
    cycle.state === "open" ? { ...cycle, state: "paid" as const, chargedAt } : cycle,
  );
  return withStatus({ ...turned, cycles });
}

/** Closes the open cycles that begin until a time, because the shop was paid in another way. */
export function settle(given: SandboxSubscription, until: number): SandboxSubscription {
  const cycles = given.cycles.map((cycle) =>
    cycle.state === "open" && cycle.start <= until
      ? { ...cycle, state: "settled" as const }
      : cycle,
  );
  return withStatus({ ...given, cycles });
}

export function end(given: SandboxSubscription): SandboxSubscription {
  if (given.status === "ended") return given;
  return { ...given, status: "ended", endsWithPeriod: false, changedAt: clockOf(given) };
}

export function setPaused(given: SandboxSubscription, isPaused: boolean): SandboxSubscription {
  if (given.status === "ended" || (given.status === "paused") === isPaused) return given;
  const changed = { ...given, changedAt: clockOf(given) };
  return isPaused ? { ...changed, status: "paused" } : withStatus({ ...changed, status: "active" });
}

function withStatus(given: SandboxSubscription): SandboxSubscription {
  if (given.status === "paused" || given.status === "ended") return given;
  const isOpen = given.cycles.some(({ state }) => state === "open");
  const status = isOpen ? "past-due" : "active";
  return status === given.status ? given : { ...given, status, changedAt: clockOf(given) };
}

/** A clock is never turned back. */
function turnTo(given: SandboxSubscription, time: number): SandboxSubscription {
  return { ...given, aheadMs: Math.max(given.aheadMs, time - Date.now()) };
}
