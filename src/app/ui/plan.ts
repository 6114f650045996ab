import type { PricingPackage } from "../../content/blocks/pricing-packages.ts";
import { centsFromPrice, dollarsFromCents, withoutSeparators } from "../../platform/money.ts";

/** Price such as "$149.00". An invalid price of a draft is shown as typed. */
export function planPrice(plan: PricingPackage): string {
  return dollarsFromCents(centsFromPrice(withoutSeparators(plan.packagePrice)) ?? 0);
}

/** Name of the printed packet of a plan. Plans of other names have one of the plain packets. */
export function packetOf(planName: string): "basic" | "standard" | "premium" {
  const name = planName.toLowerCase();
  if (name === "basic" || name === "standard" || name === "premium") return name;
  return name.length % 2 === 0 ? "basic" : "premium";
}

/** Visible points of a plan: Basic and Standard show seven, others eight. */
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
  if (!["Basic", "Standard"].includes(plan.packageName)) points.push(plan.packagePointEight);
  return points.filter((point) => point !== "");
}
