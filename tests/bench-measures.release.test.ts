import { describe, expect, test } from "vitest";
import { isMet, type Measure, type Target, tableOf } from "../bench/measure.ts";

const taken = (furrow: number, target?: Target): Measure => ({
  name: "pages",
  furrow,
  baseline: 100,
  unit: "per second",
  ...(target === undefined ? {} : { target }),
});

describe("A benchmark result", () => {
  test.each<[number, Target, boolean]>([
    [90, { of: "ratio", atLeast: 0.9 }, true],
    [89, { of: "ratio", atLeast: 0.9 }, false],
    [200, { of: "ratio", atMost: 2 }, true],
    [201, { of: "ratio", atMost: 2 }, false],
    [100, { of: "figure", atMost: 99 }, false],
    [Number.NaN, { of: "figure", atMost: 99 }, false],
  ])(
    "of %d, with a baseline of 100 and the target %o, counts as met: %s",
    (furrow, target, met) => {
      expect(isMet(taken(furrow, target))).toBe(met);
    },
  );

  test("without a target counts neither as met nor as missed", () => {
    expect(isMet(taken(1))).toBeUndefined();
  });

  test("is printed in the table with its target and whether the target is met", () => {
    const table = tableOf([taken(90, { of: "ratio", atLeast: 0.9 }), taken(300), taken(1)]);
    expect(table.split("\n").slice(1)).toEqual([
      "pages, per second     90.0        100    0.90   met: ratio at least 0.9",
      "pages, per second      300        100    3.00",
      "pages, per second     1.00        100    0.01",
    ]);
    expect(tableOf([taken(80, { of: "ratio", atLeast: 0.9 })])).toContain("NOT MET");
  });
});
