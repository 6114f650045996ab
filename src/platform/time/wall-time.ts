/** Date and time as a clock on the wall shows them, in the form of a browser's field: "2027-03-28T09:00". */
export type WallTime = string;

/**
 * What a wall time means in a time zone. On the day on which clocks are set forward, an hour does not
 * exist: the time then counts from the hour before, so that 02:30 means 03:30. On the day on which
 * they are set back, an hour comes twice, and `later` is its second coming.
 */
export type MeantTime =
  | { readonly kind: "once"; readonly at: number }
  | { readonly kind: "skipped"; readonly at: number; readonly shown: WallTime }
  | { readonly kind: "twice"; readonly at: number; readonly later: number };

const wallTime = /^(\d{4})-(\d{2})-(\d{2})T([01]\d|2[0-3]):([0-5]\d)$/;

export function isWallTime(text: string): boolean {
  if (!wallTime.test(text)) return false;
  const at = Date.parse(`${text}Z`);
  // Rejects days such as 31 June, which some engines move to the next month.
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 16) === text;
}

const dayMs = 24 * 60 * 60 * 1000;

/** `wall` has passed `isWallTime`. */
export function meantTime(wall: WallTime, timeZone: string): MeantTime {
  const asUtc = Date.parse(`${wall}Z`);
  const before = offsetAt(asUtc - dayMs, timeZone);
  const after = offsetAt(asUtc + dayMs, timeZone);
  const found = [...new Set([asUtc - before, asUtc - after])]
    .filter((at) => wallTimeOf(at, timeZone) === wall)
    .toSorted((one, other) => one - other);
  const [at, later] = found;
  if (at === undefined) {
    const moved = asUtc - before;
    return { kind: "skipped", at: moved, shown: wallTimeOf(moved, timeZone) };
  }
  return later === undefined ? { kind: "once", at } : { kind: "twice", at, later };
}

export function wallTimeOf(instantMs: number, timeZone: string): WallTime {
  const parts = formatterOf(timeZone).formatToParts(instantMs);
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    parts.find((each) => each.type === type)?.value ?? "";
  const year = part("year").padStart(4, "0");
  return `${year}-${part("month")}-${part("day")}T${part("hour")}:${part("minute")}`;
}

/** Milliseconds by which the clocks of the zone are ahead of UTC. */
function offsetAt(instantMs: number, timeZone: string): number {
  const minuteMs = 60_000;
  const wholeMinute = Math.floor(instantMs / minuteMs) * minuteMs;
  return Date.parse(`${wallTimeOf(wholeMinute, timeZone)}Z`) - wholeMinute;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  let kept = formatters.get(timeZone);
  if (kept === undefined) {
    kept = new Intl.DateTimeFormat("en-US", {
      timeZone,
      hourCycle: "h23",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
    });
    formatters.set(timeZone, kept);
  }
  return kept;
}
