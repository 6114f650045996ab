import { expect, test } from "vitest";
import { startOfDay } from "./dates.ts";

test.each([
  ["2026-11-20", "UTC", "2026-11-20T00:00:00.000Z"],
  ["2026-07-01", "Europe/Oslo", "2026-06-30T22:00:00.000Z"],
  ["2026-11-20", "America/New_York", "2026-11-20T05:00:00.000Z"],
  // In Oslo the clocks change on 29 March and on 25 October.
  ["2026-03-29", "Europe/Oslo", "2026-03-28T23:00:00.000Z"],
  ["2026-10-25", "Europe/Oslo", "2026-10-24T22:00:00.000Z"],
  ["2026-10-26", "Europe/Oslo", "2026-10-25T23:00:00.000Z"],
])("the day %s begins in %s at %s", (day, timeZone, instant) => {
  expect(new Date(startOfDay(day, timeZone)).toISOString()).toBe(instant);
});
