import type { Sales } from "../../../orders/sales/read-sales.ts";
import type { Days, Step } from "../../../orders/sales/sales-range.ts";
import { daysOf, monthOf, shortDayOf } from "../../../platform/time/dates.ts";

/** Labels of periods, in the reader's language. */
export interface StepLabels {
  readonly range: string;
  readonly steps: readonly StepLabel[];
}

interface StepLabel {
  /** Below the bar: "Nov 20", "Nov 2026" or "2026". A week is named by its first day. */
  readonly short: string;
  /** "Nov 20, 2026", "Nov 16 – 22, 2026", "Nov 2026" or "2026". */
  readonly full: string;
}

/** Created on the server, so that the browser renders the same month names. */
export function labelSteps(
  { range, step, steps }: Pick<Sales, "range" | "step" | "steps">,
  locale?: string,
): StepLabels {
  return {
    range: daysOf(range.from, range.to, locale),
    steps: steps.map((days) => {
      const short = shortLabel(days, step, locale);
      const isWholeName = step === "month" || step === "year";
      return { short, full: isWholeName ? short : daysOf(days.from, days.to, locale) };
    }),
  };
}

function shortLabel({ from }: Days, step: Step, locale: string | undefined): string {
  if (step === "year") return from.slice(0, 4);
  return step === "month" ? monthOf(from, locale) : shortDayOf(from, locale);
}
