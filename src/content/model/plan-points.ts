import type { PricingPackage } from "../blocks/pricing-packages.ts";
import type { Values } from "../records/stored-record.server.ts";

/** Fields of the points, in the order in which pages show them. */
const pointFields = [
  "packagePointOne",
  "packagePointTwo",
  "packagePointThree",
  "packagePointFour",
  "packagePointFive",
  "packagePointSix",
  "packagePointSeven",
  "packagePointEight",
  "packagePointNine",
  "packagePointTen",
] as const satisfies readonly (keyof PricingPackage)[];

/** Points that pages show of the plans that the specification names. Other plans show all ten. */
const shownByName: ReadonlyMap<string, number> = new Map([
  ["Basic", 7],
  ["Standard", 7],
  ["Premium", 8],
]);

/** Points of a plan that pages show. */
export function planPoints(plan: PricingPackage): string[] {
  return pointFields
    .slice(0, shownByName.get(plan.packageName))
    .map((field) => plan[field])
    .filter((point) => point !== "");
}

/** Note below each point that pages do not show under the name that the form has now. */
export function notesOnPoints(values: Values): Readonly<Record<string, string>> {
  const name = values.packageName?.trim() ?? "";
  const shown = shownByName.get(name);
  if (shown === undefined) return {};
  const note = `Saved but not shown: the plan “${name}” shows its first ${shown} points. A plan with another name shows all ten.`;
  return Object.fromEntries(pointFields.slice(shown).map((field) => [field, note]));
}
