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

/** ISO 8601, as REST shows instants that are no order dates. */
export function isoTime(instantMs: number): string {
  return new Date(instantMs).toISOString();
}

const forms = {
  short: { year: "2-digit", month: "2-digit", day: "2-digit" },
  day: { year: "numeric", month: "2-digit", day: "2-digit" },
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
