import { useSheet } from "#app/ui/styles/style-sheets.ts";
import {
  chartHeight,
  chartWidth,
  type NumberSeries,
  nameOfSeries,
  seriesChart,
  seriesSentence,
} from "#reports/month-series.ts";
import monthChartsSheet from "./month-charts.css?sheet";

/** A number over the months as columns; the last month stands out. */
export function SeriesChart({ series }: { series: NumberSeries }) {
  useSheet(monthChartsSheet);
  const { columns, zero, namesY, yearsY } = seriesChart(series);
  return (
    <figure className="series-chart">
      <figcaption>{nameOfSeries(series)}</figcaption>
      <svg
        viewBox={`0 0 ${chartWidth} ${chartHeight}`}
        role="img"
        aria-label={seriesSentence(series)}
      >
        {columns.map(({ month, value, x, y, width, height, valueY, hasValue, name, year }, nth) => (
          <g key={month} textAnchor="middle">
            {value !== "" && (
              <rect
                className={
                  nth === columns.length - 1 ? "series-chart__now" : "series-chart__before"
                }
                x={x}
                y={y}
                width={width}
                height={height}
              />
            )}
            {hasValue && (
              <text className="series-chart__value" x={x + width / 2} y={valueY}>
                {value}
              </text>
            )}
            <text x={x + width / 2} y={namesY}>
              {name}
            </text>
            {year !== "" && (
              <text x={x + width / 2} y={yearsY}>
                {year}
              </text>
            )}
          </g>
        ))}
        <line className="series-chart__zero" x1="0" x2={chartWidth} y1={zero} y2={zero} />
      </svg>
    </figure>
  );
}
