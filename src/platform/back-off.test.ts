import { expect, test } from "vitest";
import { backOffMs } from "./worker.ts";

test("the delay doubles after each failed attempt, up to ten minutes", () => {
  expect([1, 2, 3, 4].map((failed) => backOffMs(failed, 0))).toEqual([1000, 2000, 4000, 8000]);
  expect(backOffMs(1000, 0)).toBe(600_000);
  expect(backOffMs(1, 1)).toBe(750);
});
