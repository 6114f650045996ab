import type { SubscriptionTerms } from "#payments/provider-subscriptions.ts";
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
  /** Terms that wait for the customer's consent at PayPal. */
  readonly offer?: (SubscriptionTerms & { readonly termsId: string }) | undefined;
  /** True when the customer's card is charged by way of the customer, after the portal was opened. */
  readonly hasOwnCard: boolean;
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
  const first = new Date(startedAt);
  const months = first.getUTCMonth() + cycle * monthsOf[interval];
  const start = new Date(startedAt);
  start.setUTCFullYear(first.getUTCFullYear(), months, 1);
  const lastDay = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 0));
  start.setUTCDate(Math.min(first.getUTCDate(), lastDay.getUTCDate()));
  return start.getTime();
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
    priceCents: given.priceCents,
    state: isPaused ? "void" : isPaid ? "paid" : "open",
    failures: isPaused || isPaid ? 0 : 1,
    chargedAt: clockOf(given),
  };
  return withStatus({ ...given, cycles: [...given.cycles, cycle] });
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
