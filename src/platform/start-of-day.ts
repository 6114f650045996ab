const dayMs = 24 * 60 * 60 * 1000;

/** True for a day that there is, as `2026-11-20`. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const instant = Date.parse(text);
  return !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(text);
}

/** The day after `2026-02-28` is `2026-03-01`. */
export function dayAfter(day: string): string {
  return new Date(Date.parse(day) + dayMs).toISOString().slice(0, 10);
}

/** The first instant of a day in a time zone, also where clocks are changed at midnight. */
export function startOfDay(day: string, timeZone: string): number {
  const local = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short" });
  // No zone is a whole day away from UTC: between the two, the day begins once.
  let [before, after] = [Date.parse(day) - dayMs, Date.parse(day) + dayMs];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (local.format(middle) < day) before = middle;
    else after = middle;
  }
  return after;
}
