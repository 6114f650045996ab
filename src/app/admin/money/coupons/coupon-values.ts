import { cyclesIn, cyclesValue } from "#app/admin/frame/forms/cycle-choices.ts";
import type { Coupon } from "#orders/coupons/coupon.ts";
import { priceFromCents } from "#platform/money.ts";

/** Names of the fields of the form of a coupon. */
export const couponFieldNames = [
  "code",
  "kind",
  "value",
  "plans",
  "cycles",
  "fromDay",
  "untilDay",
  "mostInAll",
  "mostPerCustomer",
  "isFirstOrderOnly",
  "note",
] as const;

export type CouponFormValues = Readonly<Record<(typeof couponFieldNames)[number], string>>;

export const emptyCoupon: CouponFormValues = {
  code: "",
  kind: "percent",
  value: "",
  plans: "",
  cycles: "1",
  fromDay: "",
  untilDay: "",
  mostInAll: "",
  mostPerCustomer: "1",
  isFirstOrderOnly: "",
  note: "",
};

export function valuesOfCoupon(coupon: Coupon): CouponFormValues {
  const { code, kind, value, plans, cycles, fromDay, untilDay, note } = coupon;
  return {
    code,
    kind,
    value: kind === "percent" ? String(value) : priceFromCents(value),
    plans: plans.join(" "),
    cycles: cyclesValue(cycles),
    fromDay: fromDay ?? "",
    untilDay: untilDay ?? "",
    mostInAll: coupon.mostInAll === null ? "" : String(coupon.mostInAll),
    mostPerCustomer: coupon.mostPerCustomer === null ? "" : String(coupon.mostPerCustomer),
    isFirstOrderOnly: coupon.isFirstOrderOnly ? "yes" : "",
    note,
  };
}

/** Input of the operations, from the fields of the form. */
export function couponInput(
  sent: { readonly [name in keyof CouponFormValues]?: string | undefined },
) {
  const { plans = "", cycles, isFirstOrderOnly, ...rest } = sent;
  return {
    ...rest,
    plans: plans.split(" ").filter(Boolean),
    cycles: cyclesIn(cycles),
    isFirstOrderOnly: isFirstOrderOnly === "yes",
  };
}
