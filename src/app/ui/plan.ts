import type { PricingPackage } from "#content/blocks/pricing-packages.ts";
import { centsFromPrice, dollarsFromCents, withoutSeparators } from "#platform/money.ts";

/** Price such as "$149.00"; "$0.00" for an invalid price of a draft. */
export function planPrice(plan: PricingPackage): string {
  return dollarsFromCents(centsFromPrice(withoutSeparators(plan.packagePrice)) ?? 0);
}

/**
 * The seed packet that is drawn for a plan. A plan that is not called Basic, Standard or Premium
 * gets the basic or the premium packet, depending on the length of its name.
 */
export function packetOf(planName: string): "basic" | "standard" | "premium" {
  const name = planName.toLowerCase();
  if (name === "basic" || name === "standard" || name === "premium") return name;
  return name.length % 2 === 0 ? "basic" : "premium";
}
