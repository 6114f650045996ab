import { expect, test } from "vitest";
import { pricingPackages } from "../blocks/pricing-packages.ts";
import { termsInWords, termsOfPlan } from "./plan-terms.ts";

const [basic] = pricingPackages.seed;

test.each([
  [
    ["10", "2", "14"],
    ["With you in 10 working days", "2 rounds of changes", "Refund within 14 days", ""],
  ],
  [
    ["1", "1", "1"],
    ["With you in 1 working day", "1 round of changes", "Refund within 1 day", ""],
  ],
  [
    ["", "", ""],
    ["", "2 rounds of changes", "", ""],
  ],
  [
    ["0", "0", "0"],
    ["", "", "", ""],
  ],
])("a plan with the terms %j promises %j", ([days = "", rounds = "", refund = ""], words) => {
  const plan = {
    ...basic,
    packageWorkingDays: days,
    packageRounds: rounds,
    packageRefundDays: refund,
  };
  expect(Object.values(termsInWords(termsOfPlan(plan as never)))).toEqual(words);
});

test.each([
  ["once", "3", ""],
  ["monthly", "", "Stop after any month"],
  ["yearly", "1", "Stop after any year"],
  ["quarterly", "2", "Runs for at least 2 quarters"],
] as const)("a plan charged %s with the minimum “%s” says “%s”", (charged, minimum, words) => {
  const plan = { ...basic, packageCharged: charged, packageMinimumCycles: minimum };
  expect(termsInWords(termsOfPlan(plan as never)).minimum).toBe(words);
});
