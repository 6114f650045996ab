import { expect, test } from "vitest";
import { type PricingPackage, pricingPackages } from "#content/blocks/pricing-packages.ts";
import { planPoints } from "#content/model/plan-points.ts";
import { drawingOf, drawingOfOrder } from "./plan.ts";

const points = ["One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten"];

function plan(changes: Partial<PricingPackage> = {}): PricingPackage {
  const [first] = pricingPackages.seed;
  const said = Object.fromEntries(points.map((nth) => [`packagePoint${nth}`, nth]));
  return { ...(first as PricingPackage), ...said, ...changes };
}

test.each([
  ["Basic", 7],
  ["Standard", 7],
  ["Premium", 8],
  ["Orchard", 10],
  ["basic", 10],
] as const)("the %s plan shows %i of its ten points, in order", (packageName, count) => {
  expect(planPoints(plan({ packageName }))).toEqual(points.slice(0, count));
});

test("an order has the drawing of its plan, or of the plan that has its name now, or none", () => {
  const plans = [
    { ...plan({ packageName: "Acre", packageDrawing: "corn" }), _id: "acre" },
    { ...plan({ packageName: "Basic", packageDrawing: "peas" }), _id: "basic" },
  ];
  const drawing = (packageId: string, packageName: string) =>
    drawingOfOrder(plans, { packageId, packageName });
  expect(drawing("acre", "Standard")).toBe("corn");
  expect(drawing("deleted", "Basic")).toBe("peas");
  expect(drawing("deleted", "Gone")).toBe("");
  expect([drawingOf("corn"), drawingOf(""), drawingOf("no such drawing")]).toEqual([
    "corn",
    "none",
    "none",
  ]);
});
