import { monthsOfCycle } from "#content/model/plan-interval.ts";
import { dollarsFromCents } from "#platform/money.ts";
import { type DateReader, longDateOf, startOfDay } from "#platform/time/dates.ts";
import { periodFrom } from "./cycle-dates.ts";
import type { Cycle, SubscribedPlan, Subscription } from "./subscription.ts";
import {
  centsOfFollowing,
  cyclesUntilFree,
  planOfPeriod,
  type SubscriptionStanding,
} from "./subscription-state.ts";

interface Held {
  readonly subscription: Subscription;
  readonly cycles: readonly Cycle[];
  readonly standing: SubscriptionStanding;
}

interface Charge {
  readonly day: string;
  readonly priceCents: number;
}

/** What is still to pay for periods that start before a day, oldest first. */
export function chargesBefore(
  { subscription, cycles, standing }: Held,
  day: string,
): readonly Charge[] {
  const charges = cycles
    .filter(({ paymentStatus, start }) => paymentStatus === "UnPaid" && start < day)
    .map(({ start, priceCents }): Charge => ({ day: start, priceCents }));
  for (let start = standing.next?.start ?? day, nth = 0; start < day; nth += 1) {
    const { charged } = planOfPeriod(subscription, standing.change, start);
    charges.push({
      day: start,
      priceCents: centsOfFollowing({ subscription, standing }, start, nth),
    });
    start = periodFrom(start, { charged, anchorDay: subscription.anchorDay }).end;
  }
  return charges;
}

/** The first day on which a period costs the whole price; null while no period follows. */
export function firstFullDay({ subscription, standing }: Held): string | null {
  let start = standing.next?.start ?? null;
  const left = Math.max(0, ...standing.reductions.map(({ cycles }) => cycles));
  for (let nth = 0; start !== null && nth < left; nth += 1) {
    start = periodFrom(start, subscription).end;
  }
  return start;
}

/** The first day on or after `from` on which a period is charged that is not made yet. */
export function firstChargeFrom({ subscription, standing }: Held, from: string): string {
  if (standing.next === null) return from;
  let { start } = standing.next;
  while (start < from) start = periodFrom(start, subscription).end;
  return start;
}

/** More charges than these are told with the first and the last day. */
const mostNamed = 3;

/**
 * Charges in words, such as "$499.00 on Dec 29, 2026 and $499.00 on Jan 29, 2027, $998.00 in all";
 * "" for none.
 */
export function chargesInWords(charges: readonly Charge[], reader: DateReader): string {
  const [first] = charges;
  const last = charges.at(-1);
  if (first === undefined || last === undefined) return "";
  const onDay = (day: string) => longDateOf(startOfDay(day, reader.timeZone), reader);
  const inAll = charges.reduce((sum, { priceCents }) => sum + priceCents, 0);
  const all = charges.length === 1 ? "" : `, ${dollarsFromCents(inAll)} in all`;
  if (charges.length > mostNamed) {
    const days = `${onDay(first.day)} to ${onDay(last.day)}`;
    return `${charges.length} payments from ${days}${all}`;
  }
  const named = charges.map(
    ({ day, priceCents }) => `${dollarsFromCents(priceCents)} on ${onDay(day)}`,
  );
  return `${new Intl.ListFormat("en").format(named)}${all}`;
}

/**
 * A plan that a subscription changes to. Its minimum term counts from the first payment, and the
 * present one stays until it is fulfilled, so that nobody leaves it by a change.
 */
export function withMinimumKept(
  plan: SubscribedPlan,
  subscription: Subscription,
  cycles: readonly Cycle[],
): SubscribedPlan {
  const left = cyclesUntilFree(subscription, cycles);
  if (left === 0) return plan;
  const paid = subscription.minimumCycles - left;
  const months = left * monthsOfCycle[subscription.charged];
  const kept = paid + Math.ceil(months / monthsOfCycle[plan.charged]);
  return { ...plan, minimumCycles: Math.max(plan.minimumCycles, kept) };
}
