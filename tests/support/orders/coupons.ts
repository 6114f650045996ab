import { createCoupon } from "#orders/coupons/manage-coupons.ts";
import type { CouponDependencies } from "#orders/coupons/read-coupons.ts";
import { owner } from "./shop.ts";

/** Makes a coupon of 20 % for the first payment, with some terms replaced. */
export function addCoupon(deps: CouponDependencies, terms: Readonly<Record<string, unknown>> = {}) {
  return createCoupon(deps, owner, { code: "SPRING20", kind: "percent", value: "20", ...terms });
}
