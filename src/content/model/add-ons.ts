import { centsFromPrice, withoutSeparators } from "#platform/money.ts";
import type { AddOn } from "../blocks/add-ons.ts";
import { linesIn } from "./lines-in.ts";

/** An add-on as the order page of a plan offers it. */
export interface OfferedAddOn {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  readonly priceCents: number;
  /** Whether each cycle of a plan that is charged again has it. */
  readonly goesWithPlan: boolean;
  readonly most: number;
  readonly points: readonly string[];
}

/** The add-ons of a plan, in the owner's order. */
export function addOnsOfPlan(records: readonly AddOn[], planId: string): readonly OfferedAddOn[] {
  return records
    .filter(({ addOnPlans }) => addOnPlans === "" || linesIn(addOnPlans).includes(planId))
    .map((record) => ({
      id: record._id,
      name: record.addOnName,
      text: record.addOnText,
      priceCents: centsFromPrice(withoutSeparators(record.addOnPrice)) ?? 0,
      goesWithPlan: record.addOnCharged === "With the plan",
      most: Number(record.addOnMost),
      points: linesIn(record.addOnPoints),
    }));
}

/** How an add-on is sold: "Charged once · up to 3 in one order · with 2 plans". */
export function salesInWords({
  addOnCharged,
  addOnMost,
  addOnPlans,
}: Partial<Pick<AddOn, "addOnCharged" | "addOnMost" | "addOnPlans">>): string {
  const plans = linesIn(addOnPlans ?? "").length;
  return [
    addOnCharged === "With the plan" ? "Charged with the plan" : "Charged once",
    Number(addOnMost) > 1 ? `up to ${addOnMost} in one order` : "one in an order",
    plans === 0 ? "with every plan" : `with ${plans} ${plans === 1 ? "plan" : "plans"}`,
  ].join(" · ");
}

/** The points of an add-on; those of several pieces say how many: "A call of one hour × 3". */
export function pointsOfAddOn(
  { points }: Pick<OfferedAddOn, "points">,
  quantity: number,
): readonly string[] {
  return quantity === 1 ? points : points.map((point) => `${point} × ${quantity}`);
}
