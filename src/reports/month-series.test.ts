import { expect, test } from "vitest";
import { type MonthNumbers, seriesChart, seriesOf, seriesSentence } from "./month-series.ts";

const number = (value: string, label = "Visits") => ({
  label,
  value,
  earlier: "",
  unit: "",
  source: "Search Console",
});
const earlier: readonly MonthNumbers[] = [
  { month: "2025-11", numbers: [number("1")] },
  { month: "2026-08", numbers: [number("610"), number("3", "Calls")] },
  { month: "2026-10", numbers: [number("940")] },
];

test("a series has the last twelve months, and says which month was not measured", () => {
  const [visits, ...others] = seriesOf("2026-11", [number("1284"), number("7", "Calls")], earlier);
  expect(others).toEqual([]);
  expect(visits && seriesSentence(visits)).toBe(
    "Visits: 610 in Aug 2026, not measured in Sep 2026, 940 in Oct 2026, 1,284 in Nov 2026.",
  );
});

test.each([
  ["a number without a value", [number("")], earlier],
  ["two months, which the bars already compare", [number("5")], earlier.slice(2)],
  ["a number with another name", [number("5", "Visitors")], earlier],
])("no series is made of %s", (_, numbers, months) => {
  expect(seriesOf("2026-11", numbers, months)).toEqual([]);
});

test("the columns begin at zero, also for values below zero, and a month without value has none", () => {
  const { columns, zero } = seriesChart({
    label: "Change",
    unit: "",
    months: ["-50", "", "100", "0"].map((value, nth) => ({ month: `2026-0${nth + 6}`, value })),
  });
  const [below, missing, above, none] = columns;
  expect([below?.y, missing?.height, (above?.y ?? 0) + (above?.height ?? 0), none?.height]).toEqual(
    [zero, 0, zero, 1],
  );
  expect((above?.height ?? 0) / (below?.height ?? 1)).toBeCloseTo(2);
  expect(columns.map(({ year }) => year)).toEqual(["2026", "", "", ""]);
});

test("values that would overlap are shown for the first and the last month only", () => {
  const months = Array.from({ length: 12 }, (_, nth) => ({
    month: `2026-${String(nth + 1).padStart(2, "0")}`,
    value: "1200300",
  }));
  const shown = seriesChart({ label: "Shown", unit: "", months }).columns.filter(
    ({ hasValue }) => hasValue,
  );
  expect(shown.map(({ month }) => month)).toEqual(["2026-01", "2026-12"]);
});
