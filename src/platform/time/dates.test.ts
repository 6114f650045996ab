import { expect, test } from "vitest";
import { dateOf, dayOf, fullDateOf } from "./dates.ts";

const newYearsEve = Date.UTC(2026, 11, 31, 23, 30);

test.each([
  ["UTC", "12/31/26"],
  ["Europe/Oslo", "01/01/27"],
  ["America/New_York", "12/31/26"],
  ["Pacific/Kiritimati", "01/01/27"],
  ["Pacific/Pago_Pago", "12/31/26"],
  ["Asia/Kolkata", "01/01/27"],
])("half an hour before midnight in UTC, the date in %s is %s", (timeZone, date) => {
  expect(dateOf(newYearsEve, timeZone)).toBe(date);
});

test("the date changes exactly at midnight in the time zone", () => {
  const midnightInNewYork = Date.UTC(2027, 0, 1, 5);
  expect(dateOf(midnightInNewYork - 1, "America/New_York")).toBe("12/31/26");
  expect(dateOf(midnightInNewYork, "America/New_York")).toBe("01/01/27");
});

test("a day of twenty-three hours, on which clocks change, begins and ends at midnight", () => {
  expect(dateOf(Date.UTC(2026, 2, 28, 22, 59), "Europe/Oslo")).toBe("03/28/26");
  expect(dateOf(Date.UTC(2026, 2, 28, 23), "Europe/Oslo")).toBe("03/29/26");
  expect(dateOf(Date.UTC(2026, 2, 29, 21, 59), "Europe/Oslo")).toBe("03/29/26");
  expect(dateOf(Date.UTC(2026, 2, 29, 22), "Europe/Oslo")).toBe("03/30/26");
});

test("the full date names the time zone, and midnight is shown as 00", () => {
  expect(fullDateOf(Date.UTC(2026, 10, 20, 0, 5, 9), { timeZone: "UTC" })).toBe(
    "Nov 20, 2026, 00:05:09 UTC",
  );
  expect(fullDateOf(newYearsEve, { timeZone: "Europe/Oslo" })).toMatch(
    /^Jan 1, 2027, 00:30:00 GMT\+1$/,
  );
});

test("a day begins at midnight in the time zone", () => {
  const midnight = Date.parse("2026-11-20T00:00:00Z");
  const ends = [midnight - 1, midnight, midnight + 999].flatMap((instant) =>
    ["UTC", "Asia/Kathmandu", "America/New_York"].map((zone) => dayOf(instant, zone)),
  );
  const before = ["2026-11-19", "2026-11-20", "2026-11-19"];
  const after = ["2026-11-20", "2026-11-20", "2026-11-19"];
  expect(ends).toEqual([...before, ...after, ...after]);
  // The second of two calls in a row for one zone must not return the cached day of the first.
  expect(dayOf(midnight - 1, "UTC")).toBe("2026-11-19");
  expect(dayOf(midnight, "UTC")).toBe("2026-11-20");
});
