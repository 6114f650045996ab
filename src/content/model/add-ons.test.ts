import { expect, test } from "vitest";
import { salesInWords } from "./add-ons.ts";

test("a line says how an add-on is sold", () => {
  const once = { addOnCharged: "Once", addOnMost: "1", addOnPlans: "" } as const;
  expect(salesInWords(once)).toBe("Charged once · one in an order · with every plan");
  const limited = {
    addOnCharged: "With the plan",
    addOnMost: "5",
    addOnPlans: "basic\npremium",
  } as const;
  expect(salesInWords(limited)).toBe("Charged with the plan · up to 5 in one order · with 2 plans");
});
