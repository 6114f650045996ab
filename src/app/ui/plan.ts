import type { PricingPackage } from "../../content/blocks/pricing-packages.ts";
import { centsFromPrice, dollarsFromCents, withoutSeparators } from "../../platform/money.ts";

/** Price such as "$149.00". An invalid price of a draft is shown as typed. */
export function planPrice(plan: PricingPackage): string {
  return dollarsFromCents(centsFromPrice(withoutSeparators(plan.packagePrice)) ?? 0);
}

/** Visible points of a plan: Basic and Standard show seven, Premium eight. */
export function planPoints(plan: PricingPackage): string[] {
  const points = [
    plan.packagePointOne,
    plan.packagePointTwo,
    plan.packagePointThree,
    plan.packagePointFour,
    plan.packagePointFive,
    plan.packagePointSix,
    plan.packagePointSeven,
  ];
  if (plan.packageName === "Premium") points.push(plan.packagePointEight);
  return points.filter((point) => point !== "");
}
