import { expect, test } from "vitest";
import { isMet, type Measure, type Target, tableOf } from "../bench/measure.ts";

const taken = (furrow: number, target?: Target): Measure => ({
  name: "pages",
  furrow,
  baseline: 100,
  unit: "per second",
  ...(target === undefined ? {} : { target }),
});

test("a benchmark result meets its target or misses it, and the table says so", () => {
  const met = ([90, 89] as const).map((furrow) =>
    isMet(taken(furrow, { of: "ratio", atLeast: 0.9 })),
  );
  const most = ([200, 201] as const).map((furrow) =>
    isMet(taken(furrow, { of: "ratio", atMost: 2 })),
  );
  expect([met, most, isMet(taken(1))]).toEqual([[true, false], [true, false], undefined]);
  expect(isMet(taken(Number.NaN, { of: "figure", atMost: 99 }))).toBe(false);
  const table = tableOf([taken(90, { of: "ratio", atLeast: 0.9 }), taken(300)]);
  expect(table.split("\n").slice(1)).toEqual([
    "pages, per second     90.0        100    0.90   met: ratio at least 0.9",
    "pages, per second      300        100    3.00",
  ]);
  expect(tableOf([taken(80, { of: "ratio", atLeast: 0.9 })])).toContain("NOT MET");
});
