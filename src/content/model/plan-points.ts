import type { PricingPackage } from "../blocks/pricing-packages.ts";

/**
 * Points of a plan that pages show: at most seven for Basic and Standard, eight for other plans.
 */
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
