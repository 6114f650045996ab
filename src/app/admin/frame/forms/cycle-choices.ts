import { couponCyclesInWords, mostCouponCycles } from "#orders/coupons/coupon.ts";

const all = "all";

/** The payments of a plan for which a lower price can count, as options of a select. */
export const cycleChoices = [
  ...Array.from({ length: mostCouponCycles }, (_, index) => index + 1),
  null,
].map((cycles) => ({ value: cyclesValue(cycles), label: couponCyclesInWords(cycles) }));

/** Value of the option of a number of first payments; nothing for every payment. */
export function cyclesValue(cycles: number | null | undefined): string {
  return cycles == null ? all : String(cycles);
}

/** Null for every payment, and NaN for a text that is no number, which the operations refuse. */
export function cyclesIn(value: string | undefined): number | null | undefined {
  return value === all ? null : value === undefined ? undefined : Number(value);
}
