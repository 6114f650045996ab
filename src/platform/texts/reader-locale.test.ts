import { expect, test } from "vitest";
import { fullDateOf, longDateOf, minuteOf } from "../time/dates.ts";
import { readerLocale } from "./reader-locale.ts";

test.each([
  ["de-DE,de;q=0.9,en;q=0.8", "en-DE"],
  ["de", "en-DE"],
  ["fr;q=0.2, en-GB;q=0.9", "en-GB"],
  ["en", "en-US"],
  ["*", undefined],
  ["", undefined],
  [null, undefined],
  ["not a language, sv-SE", "en-SE"],
  [`${"x".repeat(300)},de`, undefined],
])("Accept-Language %j selects the date format of %s", (header, locale) => {
  expect(readerLocale(header)).toBe(locale);
});

test("a date has the format and clock of the reader's region, and the site's time zone", () => {
  const at = Date.UTC(2026, 10, 20, 14, 5, 9);
  const told = (locale: string | undefined) =>
    [longDateOf, minuteOf, fullDateOf].map((dated) =>
      dated(at, { timeZone: "UTC", locale }).replaceAll("\u202f", " "),
    );
  const german = ["20 Nov 2026", "20 Nov 2026, 14:05 UTC", "20 Nov 2026, 14:05:09 UTC"];
  expect(told("en-DE")).toEqual(german);
  const american = ["Nov 20, 2026", "Nov 20, 2026, 02:05 PM UTC", "Nov 20, 2026, 02:05:09 PM UTC"];
  expect(told("en-US")).toEqual(american);
  const nobodys = ["Nov 20, 2026", "Nov 20, 2026, 14:05 UTC", "Nov 20, 2026, 14:05:09 UTC"];
  expect(told(undefined)).toEqual(nobodys);
});
