import { expect, test } from "vitest";
import { foldedCode } from "./coupon-code.ts";

test("Codes that look alike are one code, in any case and with spaces and hyphens", () => {
  const code = foldedCode("SOLO20");
  for (const typed of [
    "solo20",
    "S0L0 20",
    "5O1O-2O",
    " so io 20 ",
    "ＳＯＬＯ２０",
    "ЅОLО20",
    "solo2o",
  ]) {
    expect(foldedCode(typed), typed).toBe(code);
  }
  expect(foldedCode("SOLO21")).not.toBe(code);
});

test("A text that cannot be a code is none", () => {
  for (const typed of [
    "",
    "abc",
    "a".repeat(25),
    "=1+1",
    "@SUM(A1)",
    "日本語です",
    "a\u0000bcd",
    "a".repeat(10_000),
  ]) {
    expect(foldedCode(typed), typed).toBe("");
  }
});

test("Another person's folding of a code never differs from the stored one", () => {
  const code = foldedCode("BLACKFRIDAYZQ8S5");
  expect(foldedCode(code)).toBe(code);
});
