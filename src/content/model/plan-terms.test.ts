import { expect, test } from "vitest";
import { pricingPackages } from "../blocks/pricing-packages.ts";
import { termsInWords, termsOfPlan } from "./plan-terms.ts";

const [basic] = pricingPackages.seed;

test.each([
  [
    ["10", "2", "14"],
    ["With you in 10 working days", "2 rounds of changes", "Refund within 14 days"],
  ],
  [
    ["1", "1", "1"],
    ["With you in 1 working day", "1 round of changes", "Refund within 1 day"],
  ],
  [
    ["", "", ""],
    ["", "2 rounds of changes", ""],
  ],
  [
    ["0", "0", "0"],
    ["", "", ""],
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
