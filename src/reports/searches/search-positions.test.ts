import { expect, test } from "vitest";
import { pricingPackages } from "#content/blocks/pricing-packages.ts";
import { planPoints } from "#content/model/plan-points.ts";
import {
  changeOfPosition,
  onFirstPage,
  positionWords,
  promisedSearches,
  readPosition,
} from "./search-positions.ts";

test.each([
  ["4", "4"],
  ["4,25", "4.3"],
  [" 11.0 ", "11"],
  ["100", "100"],
  ["134", ">100"],
  ["> 100", ">100"],
  [">50", ">100"],
  ["–", ">100"],
  ["", ""],
])("the typed position %j is stored as %j", (typed, position) => {
  expect(readPosition(typed)).toEqual({ position });
});

test.each(["0", "-3", "first", "1,200"])(
  "%j is no position, which a sentence explains",
  (typed) => {
    expect(readPosition(typed)).toEqual({
      mistake: `“${typed}” is not a position. Write 4 or 4.2, > 100 for a search without a position among the first 100, or nothing if it was not measured.`,
    });
  },
);

test.each([
  ["4.2", "7.2", "better", "3 places better"],
  ["4", "5", "better", "1 place better"],
  ["9.5", "4", "worse", "5.5 places worse"],
  ["4", "4", "same", "no change"],
  [">100", ">100", "same", "no change"],
  ["88", ">100", "better", "new in the first 100"],
  [">100", "88", "worse", "no longer in the first 100"],
  ["4", "", "unknown", "nothing to compare"],
  ["", "4", "unknown", "nothing to compare"],
])("position %j after %j is %s: %s", (now, before, kind, words) => {
  expect(changeOfPosition(now, before)).toEqual({ kind, words });
});

test("a search that was not found differs in words from a search that was not measured", () => {
  expect(["", ">100", "4.2"].map(positionWords)).toEqual([
    "not measured",
    "not in the first 100",
    "4.2",
  ]);
});

test("the first page has ten results, and a month without measurements no count", () => {
  const lines = [
    { search: "a", positions: ["10", "", "10.1"] },
    { search: "b", positions: [">100", "", "2"] },
  ];
  expect(onFirstPage({ months: ["2026-09", "2026-10", "2026-11"], lines })).toEqual([1, null, 1]);
});

test("a plan promises the searches of its point, and the seeded plans promise some", () => {
  const seeded = pricingPackages.seed.map((plan) =>
    promisedSearches(planPoints({ _id: "", ...plan } as Parameters<typeof planPoints>[0])),
  );
  expect(seeded).toEqual([10, 30, 60]);
  expect(promisedSearches(["Up to 15 tracked keywords"])).toBe(15);
  for (const other of [
    "2 pages about searches",
    "2 blog posts for tracked searches",
    "Searches: tracked",
    "25 tracked parcels",
  ]) {
    expect([other, promisedSearches([other])]).toEqual([other, 0]);
  }
});
