import type { PricingPackage } from "#content/blocks/pricing-packages.ts";
import { type DrawingName, drawingNames } from "#content/model/drawing-names.ts";
import { type ChargedPlan, perCycle, pricePer } from "#content/model/plan-interval.ts";
import { type PlanTerms, termsOfPlan } from "#content/model/plan-terms.ts";
import { centsFromPrice, dollarsFromCents, withoutSeparators } from "#platform/money.ts";

/** Price such as "$149.00"; "$0.00" for an invalid price of a draft. */
export function planPrice(plan: PricingPackage): string {
  return dollarsFromCents(centsOf(plan));
}

function centsOf({ packagePrice }: PricingPackage): number {
  return centsFromPrice(withoutSeparators(packagePrice)) ?? 0;
}

/** What a plan promises, with its price. */
export function chargedPlan(plan: PricingPackage): PlanTerms & ChargedPlan {
  return { ...termsOfPlan(plan), priceCents: centsOf(plan) };
}

/** Price with its interval and the words about tax, such as "$149.00 a month, plus VAT". */
export function planPricePer(plan: PricingPackage, note = ""): string {
  return withNote(pricePer(planPrice(plan), plan.packageCharged), note);
}

/**
 * Text beside the price of a plan: its interval, or else what the owner writes there, then the words
 * about tax.
 */
export function besidePrice(
  plan: PricingPackage,
  pricingTerms: string | undefined,
  note = "",
): string {
  return withNote(perCycle(plan.packageCharged) || (pricingTerms ?? ""), note);
}

const withNote = (text: string, note: string) => [text, note].filter(Boolean).join(", ");

/** The plan with the lowest price; undefined without a plan that has a price. */
export function cheapestPlan(plans: readonly PricingPackage[]): PricingPackage | undefined {
  const cents = (plan: PricingPackage) =>
    centsFromPrice(withoutSeparators(plan.packagePrice)) ?? Number.POSITIVE_INFINITY;
  const [cheapest] = plans.toSorted((one, other) => cents(one) - cents(other));
  return cheapest && Number.isFinite(cents(cheapest)) ? cheapest : undefined;
}

/** The plan that the owner recommends, or else the cheapest. */
export function mainPlan(plans: readonly PricingPackage[]): PricingPackage | undefined {
  return (
    plans.find(({ packageRecommended }) => packageRecommended === "Yes") ?? cheapestPlan(plans)
  );
}

/** Name of a plan's drawing, as in the CSS classes `packet--…`. */
export function drawingOf(drawing: string): DrawingName | "none" {
  return drawingNames.find((name) => name === drawing) ?? "none";
}

/**
 * Drawing of the plan of an order: of the plan that was ordered, or of the plan that has its name
 * now; "" if there is neither.
 */
export function drawingOfOrder(
  plans: readonly PricingPackage[],
  { packageId, packageName }: { readonly packageId: string; readonly packageName: string },
): string {
  const plan =
    plans.find(({ _id }) => _id === packageId) ??
    plans.find((plan) => plan.packageName === packageName);
  return plan?.packageDrawing ?? "";
}
