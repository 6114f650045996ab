import { expect, test } from "vitest";
import { refusalInWords } from "./refusal-in-words.ts";

test("a refused form says what is wrong, or how many fields are", () => {
  const values = { code: "x" };
  expect(refusalInWords({ values, errors: { code: "Write a code." } })).toBe("Write a code.");
  const errors = { code: "Write a code.", value: "Write a number." };
  expect(refusalInWords({ values, errors })).toContain("2 fields need a change");
  expect(refusalInWords({ values, errors: {}, notice: "It has ended." })).toBe("It has ended.");
});

test("a saved form, and one whose reason is shown already, get no toast", () => {
  expect(refusalInWords(undefined)).toBeNull();
  expect(refusalInWords({ values: {}, errors: {}, savedAt: 1 })).toBeNull();
  const refused = { values: {}, errors: {}, notice: "No." };
  expect(refusalInWords({ ...refused, isShownAsToast: true })).toBeNull();
  expect(refusalInWords({ ...refused, needsConfirmation: true })).toBeNull();
});
