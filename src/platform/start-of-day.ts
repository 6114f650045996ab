/**
 * When a day such as "2026-11-20" begins in a time zone; undefined for anything that is no day. On
 * days that have no midnight, because clocks went forward over it, the hour after it.
 */
export function startOfDay(day: string, timeZone: string, daysLater = 0): number | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return undefined;
  const date = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return undefined;
  date.setUTCDate(date.getUTCDate() + daysLater);
  const midnight = date.getTime();
  // The offset there may differ from the one here, so it is asked for again where the first leads.
  const guess = midnight - offsetAt(midnight, timeZone);
  return midnight - offsetAt(guess, timeZone);
}

/** By how much the clocks of a time zone are ahead of UTC at an instant, in ms. */
function offsetAt(instantMs: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    ...{ year: "numeric", month: "numeric", day: "numeric" },
    ...{ hour: "numeric", minute: "numeric", second: "numeric" },
  });
  const parts = format.formatToParts(instantMs).map(({ type, value }) => [type, Number(value)]);
  const { year, month, day, hour, minute, second } = Object.fromEntries(parts);
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(instantMs / 1000) * 1000;
}
