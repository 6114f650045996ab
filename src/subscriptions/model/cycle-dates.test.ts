import { expect, test } from "vitest";
import type { RepeatedInterval } from "#content/model/plan-interval.ts";
import { dayOf, startOfDay } from "#platform/time/dates.ts";
import { noticeDay, periodFrom, periodNotBefore } from "./cycle-dates.ts";

const rows: readonly (readonly [RepeatedInterval, number, readonly string[]])[] = [
  ["monthly", 31, ["2027-01-31", "2027-02-28", "2027-03-31", "2027-04-30", "2027-05-31"]],
  ["monthly", 30, ["2028-01-30", "2028-02-29", "2028-03-30"]],
  ["monthly", 15, ["2026-11-15", "2026-12-15", "2027-01-15"]],
  ["quarterly", 31, ["2026-08-31", "2026-11-30", "2027-02-28", "2027-05-31"]],
  ["yearly", 29, ["2028-02-29", "2029-02-28", "2030-02-28", "2031-02-28", "2032-02-29"]],
];

test.each(rows)("a %s subscription from day %i keeps its day", (charged, anchorDay, starts) => {
  const found = [starts[0] ?? ""];
  for (const start of starts.slice(1)) {
    const { end } = periodFrom(found.at(-1) ?? "", { charged, anchorDay });
    expect(end).toBe(start);
    found.push(end);
  }
  expect(found).toEqual(starts);
});

test.each([
  ["2027-01-31", "2027-01-31", "2027-01-31"],
  ["2027-01-31", "2027-02-01", "2027-02-28"],
  ["2027-01-31", "2027-03-01", "2027-03-31"],
  ["2027-02-28", "2027-03-30", "2027-03-31"],
  ["2027-01-31", "2030-02-28", "2030-02-28"],
])("periods from %s that start on %s or later start on %s", (from, earliest, start) => {
  const rhythm = { charged: "monthly", anchorDay: 31 } as const;
  expect(periodNotBefore(from, earliest, rhythm).start).toBe(start);
});

// Clocks go forward on 2027-03-28 and back on 2027-10-31 in Berlin.
test.each([
  ["2027-03-28", "2027-03-21", "2027-03-27T23:00:00.000Z", "2027-04-27T22:00:00.000Z"],
  ["2027-10-31", "2027-10-24", "2027-10-30T22:00:00.000Z", "2027-11-29T23:00:00.000Z"],
])("a period from %s follows the clocks of its time zone", (start, notice, from, until) => {
  const timeZone = "Europe/Berlin";
  const period = periodFrom(start, { charged: "monthly", anchorDay: Number(start.slice(8)) });
  expect(noticeDay(start)).toBe(notice);
  const instants = [period.start, period.end].map((day) => startOfDay(day, timeZone));
  expect(instants.map((at) => new Date(at).toISOString())).toEqual([from, until]);
  expect(instants.map((at) => dayOf(at, timeZone))).toEqual([period.start, period.end]);
});
