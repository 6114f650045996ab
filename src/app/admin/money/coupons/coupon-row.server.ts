import { type CouponState, couponCyclesInWords, reductionInWords } from "#orders/coupons/coupon.ts";
import type { CouponUse, ListedCoupon } from "#orders/coupons/read-coupons.ts";
import { dollarsFromCents } from "#platform/money.ts";
import { shownEmail } from "#platform/texts/shown-email.ts";
import { type DateReader, daysOf, longDateOf } from "#platform/time/dates.ts";

export interface CouponRow {
  readonly id: string;
  readonly code: string;
  readonly note: string;
  readonly reduction: string;
  /** Such as "The first 3 payments", of a plan that is charged again and again. */
  readonly cycles: string;
  readonly state: CouponState;
  /** Such as "3 of 100". */
  readonly used: string;
  /** Such as "1 over"; "" for none. */
  readonly over: string;
  readonly days: string;
}

export function couponRow(coupon: ListedCoupon, reader: DateReader): CouponRow {
  const { id, code, note, state, taken, over, mostInAll } = coupon;
  return {
    id,
    code,
    note,
    reduction: reductionInWords(coupon),
    cycles: couponCyclesInWords(coupon.cycles),
    state,
    used: mostInAll === null ? String(taken) : `${taken} of ${mostInAll}`,
    over: over === 0 ? "" : `${over} over`,
    days: daysInWords(coupon, reader),
  };
}

function daysInWords(
  { fromDay, untilDay, endedAt }: ListedCoupon,
  { locale, timeZone }: DateReader,
): string {
  if (endedAt !== null) return `Ended on ${longDateOf(endedAt, { locale, timeZone })}`;
  const day = (one: string) => daysOf(one, one, locale);
  if (fromDay !== null && untilDay !== null) return daysOf(fromDay, untilDay, locale);
  if (fromDay !== null) return `From ${day(fromDay)}`;
  return untilDay === null ? "No last day" : `Until ${day(untilDay)}`;
}

const standings = {
  taken: "Counts as a use",
  "given-back": "Gave its use back",
  over: "Over: paid when no use was left",
} as const satisfies Record<CouponUse["standing"], string>;

export function couponUseRow(
  { order, takenOffCents, takenAt, standing }: CouponUse,
  reader: DateReader,
) {
  return {
    id: order.id,
    name: `Order ${order.number}`,
    customer:
      order.companyName ||
      order.customerName ||
      shownEmail(order.customerEmail) ||
      "Deleted customer",
    plan: order.packageName,
    price: dollarsFromCents(order.priceCents),
    takenOff: dollarsFromCents(takenOffCents),
    payment: order.paymentStatus,
    when: longDateOf(takenAt, reader),
    standing: standings[standing],
  };
}

export type CouponUseRow = ReturnType<typeof couponUseRow>;
