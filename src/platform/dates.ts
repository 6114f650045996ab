/** MM/DD/YY, as the specification writes order dates. */
export function dateOf(instantMs: number, timeZone: string): string {
  return formatter(timeZone, { year: "2-digit", month: "2-digit", day: "2-digit" }).format(
    instantMs,
  );
}

/** Such as "Nov 20, 2026, 14:05:09 UTC", for whoever needs to know exactly. */
export function fullDateOf(instantMs: number, timeZone: string): string {
  return formatter(timeZone, {
    year: "numeric",
    month: "short",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
    timeZoneName: "short",
  }).format(instantMs);
}

/** ISO 8601, as REST shows instants that are no order dates. */
export function isoTime(instantMs: number): string {
  return new Date(instantMs).toISOString();
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Kept, because making one costs a thousand times as much as using it. */
function formatter(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${timeZone} ${Object.keys(options).length}`;
  let kept = formatters.get(key);
  if (kept === undefined) {
    kept = new Intl.DateTimeFormat("en-US", { ...options, timeZone });
    formatters.set(key, kept);
  }
  return kept;
}
