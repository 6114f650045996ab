import { foldedText } from "../texts/folded-text.ts";
import { addDays, isDay, lastDayOf, mondayOf } from "../time/calendar.ts";
import { latinDigits } from "./read-table-cells.ts";

/** How a file writes days: 2026-11-30, 30.11.2026 or 11/30/2026. */
export type DayOrder = "year first" | "day first" | "month first";

const dayOrders: readonly DayOrder[] = ["year first", "day first", "month first"];

/** How many days a row of a file covers. */
export type Granularity = "day" | "week" | "month";

const longestDay = 60;

/**
 * The first day that a cell names, such as "2026-11-30", without a time; null for a cell that is not
 * a day, a week or a month.
 */
export function dayIn(cell: string, order: DayOrder): string | null {
  if (cell.length > longestDay || (cell.length < 6 && /^\d*$/.test(cell))) return null;
  const text = latinDigits(cell).trim();
  // The path of a page, such as /2026/11/01/, is no day.
  if (!/\d/.test(text) || text.startsWith("/")) return null;
  if (/\p{L}/u.test(text) && wordsOf(text).some(isOtherWord)) return null;
  return order === "year first"
    ? (yearFirst(text) ?? weekIn(text) ?? monthIn(text) ?? namedDay(text))
    : yearLast(text, order);
}

/** True for a cell that is a day, whatever the order of its parts. */
export function isDayCell(cell: string): boolean {
  return dayOrders.some((order) => dayIn(cell, order) !== null);
}

function yearFirst(text: string): string | null {
  const [, year = "", month = "", day = ""] =
    /^(20\d{2})(\d{2})(\d{2})(?:\d{2})?$/.exec(text) ??
    /(?<!\d)(\d{4})\s?[-./年년]\s?(\d{1,2})\s?[-./月월]\s?(\d{1,2})(?!\d)/.exec(text) ??
    [];
  return written(year, month, day);
}

function yearLast(text: string, order: DayOrder): string | null {
  const [, one = "", two = "", year = ""] =
    /(?<![\d-])(\d{1,2})[-./]\s?(\d{1,2})[-./]\s?(\d{4}|\d{2})(?!\d)/.exec(text) ?? [];
  const [month, day] = order === "day first" ? [two, one] : [one, two];
  return written(year.length === 2 ? `20${year}` : year, month, day);
}

/** The Monday of an ISO week such as "2026-W45". */
function weekIn(text: string): string | null {
  const [, year = "", week = ""] = /^(20\d{2})-?W(\d{2})$/i.exec(text) ?? [];
  if (year === "" || Number(week) < 1 || Number(week) > 53) return null;
  // January 4 is always in the first week.
  return addDays(mondayOf(`${year}-01-04`), 7 * (Number(week) - 1));
}

/** The first day of a month such as "2026-11", "202611" or "11/2026". */
function monthIn(text: string): string | null {
  const [, year = "", month = ""] =
    /^(20\d{2})[-/.年년]?\s?(0[1-9]|1[0-2])[月월]?$/.exec(text) ??
    /^(20\d{2})[-/年년]\s?(\d{1,2})[月월]?$/.exec(text) ??
    [];
  if (year !== "") return written(year, month, "1");
  const [, last = "", lastYear = ""] = /^(\d{1,2})[-/](20\d{2})$/.exec(text) ?? [];
  return written(lastYear, last, "1");
}

function written(year: string, month: string, day: string): string | null {
  const read = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return isDay(read) ? read : null;
}

/** Languages whose names of months differ from each other, and in which programs export. */
const languages =
  "en de fr es it pt nl sv da nb fi pl cs sk hu ro el tr ru uk bg sl et lv lt ca ja zh ko ar he th vi id hi";

/** Words that join the parts of a day, and words of a time. */
const joining =
  /^(?:de|del|of|the|a|den|le|st|nd|rd|th|er|г|р|год|года|am|pm|um|at|utc|gmt|week|gada|d|m|t|z|w|\p{M}+)$/u;

interface CalendarWords {
  readonly months: ReadonlyMap<string, number>;
  readonly weekdays: ReadonlySet<string>;
}

let knownWords: CalendarWords | undefined;

/** Names of months and weekdays in all `languages`; read from ICU once, at the first named day. */
function calendarWords(): CalendarWords {
  if (knownWords !== undefined) return knownWords;
  const months = new Map<string, number>();
  const weekdays = new Set<string>();
  for (const language of languages.split(" ")) {
    for (const style of ["long", "short"] as const) {
      // A month beside a day has another ending in many languages.
      const alone = new Intl.DateTimeFormat(language, { month: style, timeZone: "UTC" });
      const joined = new Intl.DateTimeFormat(language, {
        day: "numeric",
        month: style,
        timeZone: "UTC",
        calendar: "gregory",
      });
      for (let month = 0; month < 12; month += 1) {
        const at = Date.UTC(2026, month, 1);
        for (const format of [alone, joined]) {
          const part = format.formatToParts(at).find(({ type }) => type === "month");
          const word = plainWord(part?.value ?? "");
          if (/\p{L}/u.test(word) && !months.has(word)) months.set(word, month + 1);
        }
      }
      const weekday = new Intl.DateTimeFormat(language, { weekday: style, timeZone: "UTC" });
      for (let day = 1; day <= 7; day += 1) {
        const name = plainWord(weekday.format(Date.UTC(2026, 10, day)));
        for (const word of wordsOf(name)) weekdays.add(word);
      }
    }
  }
  // An abbreviation of September that ICU does not use.
  months.set("sept", 9);
  knownWords = { months, weekdays };
  return knownWords;
}

/** Folded, without points. */
function plainWord(word: string): string {
  return foldedText(word).replaceAll(".", "").trim();
}

/** Without the letters for year, month and day that follow numbers in Chinese, Japanese and Korean. */
const wordsOf = (text: string) =>
  plainWord(text.replace(/(?<=\d)\s?[年月日년월일]/g, " ")).match(/[\p{L}\p{M}]+/gu) ?? [];

/** "Nov 1, 2026", "So., 1. November 2026" or "Nov 2026"; null if another word is in the text. */
function namedDay(text: string): string | null {
  const year = /(?<!\d)(20\d{2})(?!\d)/.exec(text)?.[1];
  if (year === undefined || !/\p{L}{2}/u.test(text)) return null;
  const { months, weekdays } = calendarWords();
  const [first = "", second] = wordsOf(text).filter((word) => months.has(word));
  // "mar" is March, and Tuesday in front of another month.
  const month = months.get(second !== undefined && weekdays.has(first) ? second : first);
  if (month === undefined) return null;
  const withoutTime = text.replace(/\d{1,2}:\d{2}(?::\d{2})?/g, "").replace(year, " ");
  const day = /(?<!\d)(\d{1,2})(?!\d)/.exec(withoutTime)?.[1] ?? "1";
  return written(year, String(month), day);
}

/** True for a word that is in no day and no time. */
function isOtherWord(word: string): boolean {
  if (joining.test(word)) return false;
  const { months, weekdays } = calendarWords();
  return !months.has(word) && !weekdays.has(word);
}

/**
 * The day order in which all cells are days. "unclear" when two orders fit, such as for 11/01/2026
 * alone; undefined if a cell is no day, and for no cells.
 */
export function dayOrderOf(cells: readonly string[]): DayOrder | "unclear" | undefined {
  const days = new Set(cells);
  if (days.size === 0) return undefined;
  const possible = dayOrders.filter((order) => [...days].every((cell) => dayIn(cell, order)));
  if (possible.length < 2) return possible[0];
  // Every country that writes dates with points, such as 01.02.2026, puts the day first.
  if ([...days].every((cell) => cell.includes("."))) return "day first";
  const inSequence = possible.filter((order) => isDaily([...days], order));
  return inSequence.length === 1 ? inSequence[0] : "unclear";
}

/** True for at least three days that follow one another: in the other order they are months apart. */
function isDaily(cells: readonly string[], order: DayOrder): boolean {
  const days = cells.map((cell) => dayIn(cell, order) ?? "").toSorted();
  return (
    days.length > 2 && days.every((day, at) => at === 0 || addDays(days[at - 1] ?? "", 1) === day)
  );
}

/**
 * What a row of the file covers. A file whose days are all the first of a month has a row for each
 * month, and one whose days are whole weeks apart has a row for each week.
 */
export function granularityOf(cells: readonly string[], order: DayOrder): Granularity {
  const days = [...new Set(cells.map((cell) => dayIn(cell, order) ?? ""))].toSorted();
  const areMonths = cells.every((cell) => isMonthOrWeek(cell) === "month");
  const areFirsts = days.length > 1 && days.every((day) => day.endsWith("-01"));
  if (areMonths || areFirsts) return "month";
  if (cells.every((cell) => isMonthOrWeek(cell) === "week")) return "week";
  const gaps = days
    .slice(1)
    .map((day, at) => (Date.parse(day) - Date.parse(days[at] ?? "")) / 86_400_000);
  return gaps.length > 0 && gaps.every((gap) => gap % 7 === 0) ? "week" : "day";
}

function isMonthOrWeek(cell: string): "month" | "week" | undefined {
  const text = latinDigits(cell).trim();
  if (yearFirst(text) !== null) return undefined;
  if (weekIn(text) !== null) return "week";
  if (monthIn(text) !== null) return "month";
  const bare = text.replace(/(?<!\d)20\d{2}(?!\d)/, "");
  return namedDay(text) !== null && !/\d/.test(bare) ? "month" : undefined;
}

/** The last day that a row covers whose first day is given. */
export function lastDayOfRow(day: string, granularity: Granularity): string {
  if (granularity === "month") return lastDayOf("month", day);
  return granularity === "week" ? addDays(day, 6) : day;
}
