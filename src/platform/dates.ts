/** MM/DD/YY, as the specification writes order dates. */
export function dateOf(instantMs: number, timeZone: string): string {
  return formatter(timeZone, "short").format(instantMs);
}

/** The calendar day, "2026-11-20". */
export function dayOf(instantMs: number, timeZone: string): string {
  const [month, day, year] = formatter(timeZone, "day").format(instantMs).split("/");
  return `${year?.padStart(4, "0")}-${month}-${day}`;
}

/** Such as "Nov 20, 2026, 14:05:09 UTC", for whoever needs to know exactly. */
export function fullDateOf(instantMs: number, timeZone: string): string {
  return formatter(timeZone, "full").format(instantMs);
}

/** Such as "Nov 20, 2026", where only the day is known. */
export function longDateOf(instantMs: number, timeZone: string): string {
  return formatter(timeZone, "long").format(instantMs);
}

/** An instant in the middle of a calendar day, as it is there. */
export function instantOn(day: string, timeZone: string): number {
  const noon = Date.parse(`${day}T12:00:00Z`);
  const halfDayMs = 12 * 60 * 60 * 1000;
  const found = [noon, noon - halfDayMs, noon + halfDayMs].find(
    (at) => dayOf(at, timeZone) === day,
  );
  return found ?? noon;
}

/** ISO 8601, as REST shows instants that are no order dates. */
export function isoTime(instantMs: number): string {
  return new Date(instantMs).toISOString();
}

const forms = {
  short: { year: "2-digit", month: "2-digit", day: "2-digit" },
  day: { year: "numeric", month: "2-digit", day: "2-digit" },
  long: { year: "numeric", month: "short", day: "numeric" },
  full: {
    year: "numeric",
    month: "short",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
    timeZoneName: "short",
  },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Kept, because making one costs a thousand times as much as using it. */
function formatter(timeZone: string, form: keyof typeof forms): Intl.DateTimeFormat {
  const key = `${timeZone} ${form}`;
  let kept = formatters.get(key);
  if (kept === undefined) {
    kept = new Intl.DateTimeFormat("en-US", { ...forms[form], timeZone });
    formatters.set(key, kept);
  }
  return kept;
}
