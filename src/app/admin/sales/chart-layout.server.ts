import { scaleBand, scaleLinear } from "d3-scale";
import { stack } from "d3-shape";
import type { Series } from "../../../orders/sales/read-sales.ts";
import { type ChartLayout, plotBottom, plotTop, totalAt } from "./chart-series.ts";

const widestBar = 9;

/** Computes the layout of a chart on the server, so that browsers load no chart library. */
export function layOutChart(series: readonly Series[], stepCount: number): ChartLayout {
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
    firstMiddle: (across(0) ?? 0) + across.bandwidth() / 2,
    columnWidth: across.step(),
    barWidth: Math.min(across.bandwidth(), widestBar),
    bars: stacked.flatMap((parts, kind) =>
      parts
        .map(([from, to], at) => ({ kind, at, y: down(to), height: down(from) - down(to) }))
        .filter(({ height }) => height > 0),
    ),
  };
}
