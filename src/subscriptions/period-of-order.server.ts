import { cycleNouns, type RunningPeriod } from "#content/model/plan-interval.ts";
import { storedProvider } from "../payments/stored-providers.ts";
import type { Queries } from "../platform/database/database.ts";
import { type DateReader, dayOf } from "../platform/time/dates.ts";
import { subscriptionIdOf } from "./cycles/cycle-store.server.ts";
import { lastDayToPay } from "./model/cycle-dates.ts";
import { cyclesUntilFree } from "./model/subscription-state.ts";
import {
  dayInWords,
  followingPaymentInWords,
  nextPaymentInWords,
  periodInWords,
} from "./model/subscription-words.ts";
import { type HeldSubscription, holdSubscription } from "./subscription-store.server.ts";

interface PeriodOfOrder {
  readonly subscriptionId: string;
  /** Counts the periods from 1. */
  readonly number: number;
  readonly noun: string;
  /** Such as "Nov 29 – Dec 28, 2026". */
  readonly period: string;
  /** The next payment of the subscription, and how it is made. */
  readonly nextPayment: string;
  /** False when the subscription has ended or has a last day. */
  readonly canStop: boolean;
  /** What the customer is told before paying; null for the first period. */
  readonly running: RunningPeriod | null;
  /** Last day on which the first order can be paid; null later, and once it is paid or cancelled. */
  readonly payUntil: string | null;
}

interface Reading {
  readonly reader: DateReader;
  readonly now: number;
}

/** What texts about an order say of its subscription; null for a single order. Checks no rights. */
export async function periodOfOrder(
  queries: Queries,
  orderId: string,
  { reader, now }: Reading,
): Promise<PeriodOfOrder | null> {
  const id = await subscriptionIdOf(queries, orderId);
  if (id === undefined) return null;
  const held = await holdSubscription(queries, id, { now, timeZone: reader.timeZone });
  const cycle = held?.cycles.find((each) => each.orderId === orderId);
  if (held === undefined || cycle === undefined) return null;
  const told = { ...held, reader, chargedBy: chargedBy(held) };
  const period = periodInWords(cycle, reader);
  const lastDay = lastDayToPay(dayOf(cycle.madeAt, reader.timeZone));
  // Later, a payment that is under way is still awaited.
  const isPayable =
    held.standing.state === "awaiting-approval" && lastDay >= dayOf(now, reader.timeZone);
  return {
    subscriptionId: id,
    number: cycle.number,
    noun: cycleNouns[held.subscription.charged],
    period,
    nextPayment: nextPaymentInWords(told),
    canStop: held.standing.state !== "ended" && held.standing.cancelledFrom === null,
    running:
      held.subscription.startedAt === null
        ? null
        : {
            period,
            afterwards: followingPaymentInWords(told),
            periodsLeft:
              held.standing.change?.kind === "price"
                ? 0
                : cyclesUntilFree(held.subscription, held.cycles),
          },
    payUntil: isPayable ? dayInWords(lastDay, reader) : null,
  };
}

/** Name of the provider that charges each cycle by itself; null while the customer pays by hand. */
function chargedBy({ subscription: { provider } }: HeldSubscription): string | null {
  return provider === null ? null : storedProvider(provider).displayName;
}
