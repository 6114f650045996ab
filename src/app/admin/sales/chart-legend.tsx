import type { Series } from "../../../orders/sales/sales-series.ts";
import classes from "./bar-chart.module.css";
import { Looks, useLooks } from "./chart-looks.tsx";
import { formats, lookOf, totalOf, type Unit } from "./chart-series.ts";

interface ChartLegendProps {
  readonly series: readonly Series[];
  readonly unit: Unit;
  /** The bar whose numbers are named; null for all together. */
  readonly at: number | null;
}

/** Which look is which kind, and what it comes to. */
export function ChartLegend({ series, unit, at }: ChartLegendProps) {
  const looks = useLooks();
  return (
    <ul className={classes.legend}>
      {series.map((one) => (
        <li key={one.name}>
          <svg width="14" height="14" aria-hidden="true">
            <Looks {...looks} />
            <rect width="14" height="14" rx="3" fill={looks.fillOf(lookOf(one))} />
          </svg>
          {one.name}
          <span className={classes.amount}>
            {formats[unit].whole(at === null ? totalOf(one) : (one.values[at] ?? 0))}
          </span>
        </li>
      ))}
    </ul>
  );
}
