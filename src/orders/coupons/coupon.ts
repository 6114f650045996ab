import { dollarsFromCents } from "#platform/money.ts";
import { centsOf, type OrderLine, repeatingLines, sumOf } from "../lines/order-lines.ts";

export const couponKinds = ["percent", "amount"] as const;
export type CouponKind = (typeof couponKinds)[number];

/** Conditions that the owner sets. */
export interface CouponTerms {
  readonly code: string;
  readonly kind: CouponKind;
  /** Percent from 1 to 100, or cents. */
  readonly value: number;
  /** Ids of the plans that it counts for; empty for all. */
  readonly plans: readonly string[];
  /** First and last day, in the time zone of the site; null without a limit. */
  readonly fromDay: string | null;
  readonly untilDay: string | null;
  readonly isFirstOrderOnly: boolean;
  /** Most orders of one company, and of all; null without a limit. */
  readonly mostPerCustomer: number | null;
  readonly mostInAll: number | null;
  /** The number of first cycles of a plan that is charged again and again; null for all cycles. */
  readonly cycles: number | null;
  /** Only the team sees it. */
  readonly note: string;
}

export interface Coupon extends CouponTerms {
  readonly id: string;
  readonly createdAt: number;
  /** When somebody ended it before its last day. */
  readonly endedAt: number | null;
}

/** Orders that have used a coupon. */
export interface CouponUses {
  /** Places that orders have now. */
  readonly taken: number;
  /** Orders paid after their place was given to another order. */
  readonly over: number;
  /** Orders that gave their place back, as they were cancelled or not paid. */
  readonly givenBack: number;
}

export const couponStates = ["running", "planned", "used-up", "ended"] as const;
export type CouponState = (typeof couponStates)[number];

/** `today` is a day in the time zone of the site. */
export function couponState(
  coupon: Pick<Coupon, "endedAt" | "fromDay" | "untilDay" | "mostInAll">,
  { taken }: Pick<CouponUses, "taken">,
  today: string,
): CouponState {
  const { endedAt, fromDay, untilDay, mostInAll } = coupon;
  if (endedAt !== null || (untilDay !== null && today > untilDay)) return "ended";
  if (fromDay !== null && today < fromDay) return "planned";
  return mostInAll !== null && taken >= mostInAll ? "used-up" : "running";
}

/**
 * The line of an order with a coupon. A coupon takes part of everything in the order; one for more
 * than the first cycle takes part of what each cycle has, so it takes the same off each time.
 */
export function couponLine(
  coupon: Pick<Coupon, "id" | "code" | "kind" | "value" | "cycles">,
  lines: readonly OrderLine[],
): OrderLine {
  const eachCycle = repeatingLines(lines);
  const repeats = eachCycle.length > 0 && coupon.cycles !== 1;
  const base = sumOf(repeats ? eachCycle : lines);
  const cents = coupon.kind === "percent" ? Math.round((base * coupon.value) / 100) : coupon.value;
  const taken = Math.min(cents, base);
  return {
    kind: "coupon",
    label: coupon.code,
    quantity: 1,
    unitCents: taken > 0 ? -taken : 0,
    repeats,
    ...(repeats && coupon.cycles !== null && { cycles: coupon.cycles }),
    addOnId: null,
    couponId: coupon.id,
  };
}

/** Such as "20% off" or "$50.00 off". */
export function reductionInWords({ kind, value }: Pick<Coupon, "kind" | "value">): string {
  return `${kind === "percent" ? `${value}%` : dollarsFromCents(value)} off`;
}

/** Most first cycles that a coupon can count for, unless it counts for all. */
export const mostCouponCycles = 24;

/** Such as "First 3 payments" of a plan that is charged again and again. */
export function couponCyclesInWords(cycles: number | null): string {
  if (cycles === null) return "Every payment";
  return cycles === 1 ? "Only the first payment" : `The first ${cycles} payments`;
}

/** Amount that a line takes off. */
export function takenOff(line: OrderLine): number {
  return Math.max(0, -centsOf(line));
}
