import { scaleBand, scaleLinear } from "d3-scale";
import { stack } from "d3-shape";
import { daysOf, monthOf, shortDayOf } from "#platform/time/dates.ts";
import type { Sales, Series } from "#sales/read-sales.ts";
import type { Days, Step } from "#sales/sales-range.ts";
import { plotBottom, plotTop, totalAt } from "./chart-series.ts";

const widestBar = 9;

/** Horizontal positions are in percent, vertical positions in pixels. */
export type ChartLayout = ReturnType<typeof layOutChart>;

/** Computed on the server, so that browsers load no chart library. */
export function layOutChart(series: readonly Series[], stepCount: number) {
  const steps = [...Array(stepCount).keys()];
  const most = Math.max(...steps.map((at) => totalAt(series, at)));
  const down = scaleLinear([0, most], [plotBottom, plotTop]).nice(4);
  const across = scaleBand(steps, [0, 100]).paddingInner(0.24).paddingOuter(0.12);
  const stacked = stack<number, Series>()
    .keys([...series])
    .value((at, { values }) => values[at] ?? 0)(steps);
  return {
    lines: down
      .ticks(4)
      .filter(Number.isInteger)
      .map((value) => ({ value, y: down(value) })),
    /** Middle of the first column. Each further column is `columnWidth` to the right. */
    firstMiddle: (across(0) ?? 0) + across.bandwidth() / 2,
    columnWidth: across.step(),
    barWidth: Math.min(across.bandwidth(), widestBar),
    /** `kind` is the index of the series, and `at` the index of the period. */
    bars: stacked.flatMap((parts, kind) =>
      parts
        .map(([from, to], at) => ({ kind, at, y: down(to), height: down(from) - down(to) }))
        .filter(({ height }) => height > 0),
    ),
  };
}

export type StepLabels = ReturnType<typeof labelSteps>;

/**
 * Computed on the server, because the browser can have other month names than the server, and the
 * hydrated page must show the same text.
 */
export function labelSteps(
  { range, step, steps }: Pick<Sales, "range" | "step" | "steps">,
  locale?: string,
) {
  return {
    range: daysOf(range.from, range.to, locale),
    steps: steps.map((days) => {
      const short = shortLabel(days, step, locale);
      const isWholeName = step === "month" || step === "year";
      return {
        /**
         * Label below the bar: "Nov 20", "Nov 2026" or "2026". A week is named by its first day.
         */
        short,
        /** "Nov 20, 2026", "Nov 16 – 22, 2026", "Nov 2026" or "2026". */
        full: isWholeName ? short : daysOf(days.from, days.to, locale),
      };
    }),
  };
}

function shortLabel({ from }: Days, step: Step, locale: string | undefined): string {
  if (step === "year") return from.slice(0, 4);
  return step === "month" ? monthOf(from, locale) : shortDayOf(from, locale);
}
