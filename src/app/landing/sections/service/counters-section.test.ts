import { expect, test } from "vitest";
import { grouped } from "./counters-section.tsx";

test.each([
  ["7", "7"],
  ["999", "999"],
  ["1000", "1,000"],
  ["0012345678", "12,345,678"],
  ["000", "0"],
  ["24/7", "24/7"],
  ["1.5k", "1.5k"],
])("a counter of %s is shown as %s", (number, shown) => {
  expect(grouped(number)).toBe(shown);
});
