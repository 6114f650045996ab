import { expect, test } from "vitest";
import { daysFrom } from "../platform/time/calendar.ts";
import { type RequestedRange, rangeBefore, salesRangeOf, stepOf, stepsOf } from "./sales-range.ts";

const today = "2026-11-20";
const firstDay = "2024-02-29";
const rangeOf = (asked: RequestedRange) => salesRangeOf(asked, today, firstDay);

test.each([
  ["7", "2026-11-14"],
  ["30", "2026-10-22"],
  ["90", "2026-08-23"],
  ["year", "2026-01-01"],
  ["all", firstDay],
])("the range %s begins on %s and ends today", (name, from) => {
  expect(rangeOf({ range: name })).toEqual({ name, from, to: today });
});

test.each<[string, RequestedRange, string, string]>([
  [
    "two days",
    { range: "custom", from: "2026-03-01", to: "2026-03-31" },
    "2026-03-01",
    "2026-03-31",
  ],
  ["one day", { from: "2026-03-29", to: "2026-03-29" }, "2026-03-29", "2026-03-29"],
  [
    "the last day before the first",
    { from: "2026-03-31", to: "2026-03-01" },
    "2026-03-01",
    "2026-03-31",
  ],
  ["no last day", { from: "2026-03-01", to: "" }, "2026-03-01", today],
  ["no first day", { from: null, to: "2026-03-01" }, firstDay, "2026-03-01"],
  ["the year 9999", { from: "2026-01-01", to: "9999-12-31" }, "2026-01-01", today],
  ["only the future", { from: "9998-01-01", to: "9999-12-31" }, today, today],
  ["the year 1", { from: "0001-01-01", to: "2026-03-01" }, firstDay, "2026-03-01"],
  ["an invalid day", { from: "2026-02-30", to: "2026-03-01" }, firstDay, "2026-03-01"],
])("a custom range with %s lies between the first order and today", (_, asked, from, to) => {
  expect(rangeOf(asked)).toEqual({ name: "custom", from, to });
});

test.each<[RequestedRange]>([
  [{}],
  [{ range: "custom" }],
  [{ range: "-1" }],
  [{ range: "custom", from: "x", to: "1e9" }],
  [{ range: "custom", from: "2026-02-30", to: "2026-13-01" }],
])("the request %j gets the last 30 days", (asked) => {
  expect(rangeOf(asked)).toEqual({ name: "30", from: "2026-10-22", to: today });
});

test("the previous range has the same number of days, and the range of all days has no previous range", () => {
  const march = rangeOf({ from: "2026-03-01", to: "2026-03-31" });
  expect(rangeBefore(march)).toEqual({ from: "2026-01-29", to: "2026-02-28" });
  expect(rangeBefore(rangeOf({ range: "all" }))).toBeNull();
});

test.each([
  ["2026-11-20", "2026-11-20", "day", 1],
  ["2026-10-21", "2026-11-20", "day", 31],
  ["2026-10-20", "2026-11-20", "week", 5],
  ["2026-05-23", "2026-11-20", "week", 27],
  ["2026-05-22", "2026-11-20", "month", 7],
  ["2022-01-01", "2026-11-20", "month", 59],
  ["0001-01-01", "2026-11-20", "year", 2026],
])("a chart from %s to %s has a bar for each %s", (from, to, step, count) => {
  const days = { from, to };
  expect(stepOf(days)).toBe(step);
  const steps = stepsOf(days, stepOf(days));
  expect(steps).toHaveLength(count);
  expect(steps[0]?.from).toBe(from);
  expect(steps.at(-1)?.to).toBe(to);
  const counted = steps.reduce((sum, one) => sum + daysFrom(one.from, one.to), 0);
  expect(counted).toBe(daysFrom(from, to));
});
