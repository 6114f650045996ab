import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays } from "#platform/time/calendar.ts";
import { dayIn, dayOrderOf, granularityOf, isDayCell } from "./read-day-cells.ts";

describe("A day in a cell", () => {
  test.each([
    ["2026-11-01", "year first"],
    ["2026-11-01T05:00:00-07:00", "year first"],
    ["2026-11-01 05:00", "year first"],
    ["20261101", "year first"],
    ["2026110105", "year first"],
    ["2026/11/1", "year first"],
    ["2026年11月1日", "year first"],
    ["2026. 11. 1.", "year first"],
    ["2026년 11월 1일", "year first"],
    ["٢٠٢٦-١١-٠١", "year first"],
    ["01.11.2026", "day first"],
    ["1.11.26", "day first"],
    ["So., 01.11.2026", "day first"],
    ["01/11/2026", "day first"],
    ["11/01/2026", "month first"],
    ["11/1/26", "month first"],
    ["Nov 1, 2026", "year first"],
    ["Sunday, November 1, 2026", "year first"],
    ["Nov 1, 2026, 5:00 AM", "year first"],
    ["1 nov. 2026", "year first"],
    ["dim. 1 nov. 2026", "year first"],
    ["1. November 2026", "year first"],
    ["1 de noviembre de 2026", "year first"],
    ["1 Kasım 2026 Pazar", "year first"],
    ["1 Νοεμβρίου 2026", "year first"],
    ["1 ноября 2026 г.", "year first"],
    ["1 listopada 2026", "year first"],
    ["1. listopadu 2026", "year first"],
    ["١ نوفمبر ٢٠٢٦", "year first"],
    ["Nov 1 – 7, 2026", "year first"],
    ["2026-11", "year first"],
    ["202611", "year first"],
    ["11/2026", "year first"],
    ["November 2026", "year first"],
    ["2026年11月", "year first"],
  ] as const)("%s is November 1 with the %s", (cell, order) => {
    expect(dayIn(cell, order)).toBe("2026-11-01");
  });

  test("can be Tuesday and March by the same abbreviation", () => {
    expect(dayIn("mar. 3 nov. 2026", "year first")).toBe("2026-11-03");
    expect(dayIn("3 mar 2026", "year first")).toBe("2026-03-03");
  });

  test("is the Monday of a week", () => {
    expect(dayIn("2026-W01", "year first")).toBe("2025-12-29");
    expect(dayIn("2026-W45", "year first")).toBe("2026-11-02");
  });

  test.each([
    "2026-11-31",
    "52",
    "2026",
    "12.2015",
    "plum trees 2026",
    "may be",
    "1 11 2026",
    "Total",
    "https://example.com/2026/11/01/plums",
    "/2026/11/01/",
    "sale 01.11.2026",
    "",
  ])("is not found in %j", (cell) => {
    expect(isDayCell(cell)).toBe(false);
  });

  test("is found in every language and length that ICU writes", () => {
    const languages =
      "en-US en-GB de fr es it pt nl sv da nb fi pl cs sk hu ro el tr ru uk bg ja zh ko";
    const day = fc.nat(4000).map((days) => addDays("2020-01-01", days));
    fc.assert(
      fc.property(
        day,
        fc.constantFrom(...languages.split(" ")),
        fc.constantFrom("full", "long", "medium"),
        (expected, language, dateStyle) => {
          const format = new Intl.DateTimeFormat(language, { dateStyle, timeZone: "UTC" });
          const cell = format.format(Date.parse(expected));
          const orders = ["year first", "day first"] as const;
          expect(orders.map((order) => dayIn(cell, order))).toContain(expected);
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe("The order of days", () => {
  test.each([
    [["11/13/2026", "11/01/2026"], "month first"],
    [["13/11/2026", "01/11/2026"], "day first"],
    [["01.11.2026", "02.11.2026"], "day first"],
    [["01/11/2026", "02/11/2026", "03/11/2026"], "day first"],
    [["11/01/2026", "11/02/2026", "11/03/2026"], "month first"],
    [["11/01/2026", "11/02/2026"], "unclear"],
    [["2026-11-01", "Nov 2, 2026"], "year first"],
    [["2026-11-01", "plum"], undefined],
  ])("of %j is %s", (cells, order) => {
    expect(dayOrderOf(cells)).toBe(order);
  });
});

describe("The rows of a file are", () => {
  test.each([
    ["days", ["2026-11-01", "2026-11-02"], "day"],
    ["days with hours", ["2026-11-01 05:00", "2026-11-01 06:00"], "day"],
    ["one day", ["2026-11-01"], "day"],
    ["weeks", ["2026-11-02", "2026-11-09", "2026-11-23"], "week"],
    ["weeks", ["2026-W45"], "week"],
    ["months", ["2026-10-01", "2026-11-01"], "month"],
    ["months", ["Nov 2026"], "month"],
    ["months", ["202611"], "month"],
  ])("%s: %j", (_, cells, granularity) => {
    expect(granularityOf(cells, "year first")).toBe(granularity);
  });
});
