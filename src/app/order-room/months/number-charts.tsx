import { useSheet } from "#app/ui/styles/style-sheets.ts";
import type { ShownNumber } from "./month-view.ts";
import numberChartsSheet from "./number-charts.css?sheet";

/** The numbers of a report, each as a chart. */
export function NumberCharts({ numbers }: { numbers: readonly ShownNumber[] }) {
  useSheet(numberChartsSheet);
  return (
    <>
      <svg className="month__looks" width="0" height="0" aria-hidden="true">
        <defs>
          <pattern id="earlier" width="7" height="7" patternUnits="userSpaceOnUse">
            <path className="month-chart__hatch" d="M-1,1 l2,-2 M0,7 l7,-7 M6,8 l2,-2" />
          </pattern>
        </defs>
      </svg>
      <ul className="month-charts">
        {numbers.map((number, nth) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: numbers of a sent report never change
          <li key={nth}>
            <NumberChart number={number} />
          </li>
        ))}
      </ul>
    </>
  );
}

const barHeight = 18;

/** A number in large figures, with bars of this month and of the earlier value. */
function NumberChart({ number }: { number: ShownNumber }) {
  const { label, value, unit, change, bars } = number;
  return (
    <figure className="month-chart">
      <figcaption className="month-chart__label">{label}</figcaption>
      <p className="month-chart__value">
        {value}
        {unit !== "" && <span className="month-chart__unit"> {unit}</span>}
      </p>
      {change !== "" && (
        <p className="month-chart__change">
          {change === "no change" ? "No change" : `${change} compared with the earlier value`}
        </p>
      )}
      {bars.length > 0 && (
        <div
          className="month-chart__bars"
          role="img"
          aria-label={`${label}: ${bars.map((bar) => `${bar.name} ${bar.value}`).join(", ")}`}
        >
          {bars.map((bar, nth) => (
            <div className="month-chart__row" key={bar.name}>
              <span>{bar.name}</span>
              <svg width="100%" height={barHeight} aria-hidden="true">
                <rect
                  className={nth === 0 ? "month-chart__now" : "month-chart__earlier"}
                  x={`${bar.start}%`}
                  y="1"
                  width={`${bar.width}%`}
                  height={barHeight - 2}
                />
              </svg>
              <span className="month-chart__number">{bar.value}</span>
            </div>
          ))}
        </div>
      )}
    </figure>
  );
}
