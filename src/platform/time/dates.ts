export interface DateReader {
  /** Time zone of the site: every reader sees the same hour, with the name of the zone. */
  readonly timeZone: string;
  /** Decides the order of the parts of a date, and the 12- or 24-hour clock; see `readerLocale`. */
  readonly locale?: string | undefined;
}

/** MM/DD/YY, as the specification writes order dates. */
export function dateOf(instantMs: number, timeZone: string): string {
  return formatter({ timeZone }, "short").format(instantMs);
}

/** Cache of the last result, because most calls ask for the same second as the previous call. */
let lastDay = { second: Number.NaN, timeZone: "", day: "" };

/** Calendar day such as "2026-11-20". */
export function dayOf(instantMs: number, timeZone: string): string {
  // Every zone differs from UTC by whole seconds, so the day is the same within a second.
  const second = Math.floor(instantMs / 1000);
  if (second !== lastDay.second || timeZone !== lastDay.timeZone) {
    const [month, day, year] = formatter({ timeZone }, "day").format(instantMs).split("/");
    lastDay = { second, timeZone, day: `${year?.padStart(4, "0")}-${month}-${day}` };
  }
  return lastDay.day;
}

/** Date and time with seconds: "Nov 20, 2026, 14:05:09 UTC" or "20 Nov 2026, …". */
export function fullDateOf(instantMs: number, reader: DateReader): string {
  return formatter(reader, "full").format(instantMs);
}

export function minuteOf(instantMs: number, reader: DateReader): string {
  return formatter(reader, "minute").format(instantMs);
}

/** Time of day such as "14:05" or "2:05 PM", for an item below a heading with the day. */
export function timeOf(instantMs: number, reader: DateReader): string {
  return formatter(reader, "time").format(instantMs);
}

/** Date such as "Nov 20, 2026" or "20 Nov 2026". */
export function longDateOf(instantMs: number, reader: DateReader): string {
  return formatter(reader, "long").format(instantMs);
}

/** A calendar day such as "2026-11-20" without its year: "Nov 20" or "20 Nov". */
export function shortDayOf(day: string, locale?: string): string {
  return calendar("shortDay", locale).format(Date.parse(day));
}

/** The month of a calendar day: "Nov 2026". */
export function monthOf(day: string, locale?: string): string {
  return calendar("month", locale).format(Date.parse(day));
}

/** "Nov 16 – 22, 2026" or "16–22 Nov 2026"; a single date when both days are equal. */
export function daysOf(first: string, last: string, locale?: string): string {
  return calendar("long", locale).formatRange(Date.parse(first), Date.parse(last));
}

/** An instant within a calendar day of a time zone. */
export function instantOn(day: string, timeZone: string): number {
  const noon = Date.parse(`${day}T12:00:00Z`);
  const halfDayMs = 12 * 60 * 60 * 1000;
  const found = [noon, noon - halfDayMs, noon + halfDayMs].find(
    (at) => dayOf(at, timeZone) === day,
  );
  return found ?? noon;
}

/** ISO 8601, the format of all REST times except order dates. */
export function isoTime(instantMs: number): string {
  return new Date(instantMs).toISOString();
}

const minute = {
  year: "numeric",
  month: "short",
  day: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  timeZoneName: "short",
} as const;

const forms = {
  short: { year: "2-digit", month: "2-digit", day: "2-digit" },
  day: { year: "numeric", month: "2-digit", day: "2-digit" },
  shortDay: { month: "short", day: "numeric" },
  month: { year: "numeric", month: "short" },
  long: { year: "numeric", month: "short", day: "numeric" },
  minute,
  time: { hour: "2-digit", minute: "2-digit" },
  hour: { hour: "2-digit" },
  full: { ...minute, second: "2-digit" },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

const formatters = new Map<string, Intl.DateTimeFormat>();

/**
 * Limits the memory of the cache, because the `Accept-Language` headers of requests can name any
 * number of regions.
 */
const mostFormatters = 100;

/** Formatter for calendar days, which are parsed and formatted in UTC. */
function calendar(form: keyof typeof forms, locale: string | undefined): Intl.DateTimeFormat {
  return formatter({ timeZone: "UTC", locale }, form);
}

/**
 * Formatters are cached, because creating a formatter costs a thousand times as much as using one.
 */
function formatter(
  { timeZone, locale }: DateReader,
  form: keyof typeof forms,
): Intl.DateTimeFormat {
  const key = `${timeZone} ${form} ${locale}`;
  let kept = formatters.get(key);
  if (kept === undefined) {
    // A reader whose locale is unknown gets the 24-hour clock, which nobody can misread.
    const isClock = form === "full" || form === "minute" || form === "time" || form === "hour";
    const clock = isClock && locale === undefined ? { hourCycle: "h23" as const } : {};
    kept = new Intl.DateTimeFormat(locale ?? "en-US", { ...forms[form], ...clock, timeZone });
    if (formatters.size >= mostFormatters) formatters.clear();
    formatters.set(key, kept);
  }
  return kept;
}

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;

/**
 * First instant of a day such as "2026-11-20" in a time zone, even where clocks change at midnight.
 */
export function startOfDay(day: string, timeZone: string): number {
  // No zone differs from UTC by a whole day, so the day begins between `before` and `after`.
  let [before, after] = [Date.parse(day) - dayMs, Date.parse(day) + dayMs];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (dayOf(middle, timeZone) < day) before = middle;
    else after = middle;
  }
  return after;
}

/**
 * First instant of an hour from 4 to 23 of a day in a time zone. Earlier hours may be missing or
 * come twice on the day on which clocks change.
 */
export function startOfHour(day: string, hour: number, timeZone: string): number {
  const wanted = `${day} ${String(hour).padStart(2, "0")}`;
  let [before, after] = [startOfDay(day, timeZone), startOfDay(day, timeZone) + 25 * hourMs];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (`${dayOf(middle, timeZone)} ${hourOf(middle, timeZone)}` < wanted) before = middle;
    else after = middle;
  }
  return after;
}

/** Two digits, from "00" to "23". */
function hourOf(instantMs: number, timeZone: string): string {
  return formatter({ timeZone }, "hour").format(instantMs);
}
