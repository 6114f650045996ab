import type { Order } from "./order.ts";

type Named = Pick<Order, "packageId" | "packageName">;

/** Whether the order is of a plan; an accepted offer can be of something else. */
export function isOfPlan({ packageId }: Pick<Order, "packageId">): boolean {
  return packageId !== "";
}

/** What was ordered, at the end of a sentence: "Basic plan", or "A workshop of a day". */
export function orderedThing(order: Named): string {
  return isOfPlan(order) ? `${order.packageName} plan` : order.packageName;
}

/** What was ordered, inside a sentence to its customer: "your Basic plan", or “A workshop”. */
export function yourOrderedThing(order: Named): string {
  return isOfPlan(order) ? `your ${order.packageName} plan` : `“${order.packageName}”`;
}

/** Label of the name of what was ordered. */
export function thingLabel(order: Named): string {
  return isOfPlan(order) ? "Plan" : "Ordered";
}

/**
 * The words of an email for an order of no plan: "the {plan} plan" becomes “{plan}”. The owner
 * writes one text for both, and nearly all orders are of plans.
 */
export function wordsWithoutPlan(words: string): string {
  return words.replace(/(?:\b(?:the|your|an?) )?\{plan\}[ -]plan\b/gi, "“{plan}”");
}
