import type { Days, Step } from "../../../orders/sales-range.ts";

const format = (options: Intl.DateTimeFormatOptions) => {
  const formatter = new Intl.DateTimeFormat("en-US", { ...options, timeZone: "UTC" });
  return (day: string) => formatter.format(Date.parse(`${day}T00:00:00Z`));
};

const monthAndDay = format({ month: "short", day: "numeric" });
const monthAndYear = format({ month: "short", year: "numeric" });
const fullDay = format({ month: "short", day: "numeric", year: "numeric" });

/** Below a bar: "Nov 20", "Nov 2026" or "2026". A week is called after its first day. */
export function shortLabel({ from }: Days, step: Step): string {
  if (step === "year") return from.slice(0, 4);
  return step === "month" ? monthAndYear(from) : monthAndDay(from);
}

/** "Nov 20, 2026", "Nov 16 – Nov 22, 2026", "Nov 2026" or "2026". */
export function fullLabel(days: Days, step: Step): string {
  return step === "month" || step === "year" ? shortLabel(days, step) : daysLabel(days);
}

/** "Nov 20, 2026" or "Dec 28, 2026 – Jan 3, 2027". */
export function daysLabel({ from, to }: Days): string {
  if (from === to) return fullDay(from);
  const isSameYear = from.slice(0, 4) === to.slice(0, 4);
  return `${isSameYear ? monthAndDay(from) : fullDay(from)} – ${fullDay(to)}`;
}
