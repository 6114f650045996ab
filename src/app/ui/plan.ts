import type { PricingPackage } from "../../content/blocks/pricing-packages.ts";
import { centsFromPrice, dollarsFromCents, withoutSeparators } from "../../platform/money.ts";

/** Such as "$149.00". In a draft, a price stands as it was typed. */
export function planPrice(plan: PricingPackage): string {
  return dollarsFromCents(centsFromPrice(withoutSeparators(plan.packagePrice)) ?? 0);
}

/** What a plan shows of its ten points: Basic and Standard the first seven, Premium eight. */
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
