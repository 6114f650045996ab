import { useSheet } from "#app/ui/styles/style-sheets.ts";
import {
  chartHeight,
  chartWidth,
  type NumberSeries,
  seriesChart,
  seriesSentence,
} from "#reports/month-series.ts";
import { shownNumber } from "#reports/read-number.ts";
import { shortMonthName } from "#reports/report.ts";
import monthChartsSheet from "./month-charts.css?sheet";

/** The numbers of a report over the months: a chart of each, and all as a table. */
export function MonthCharts({ series }: { series: readonly NumberSeries[] }) {
  useSheet(monthChartsSheet);
  const months = [...new Set(series.flatMap((one) => one.months.map(({ month }) => month)))];
  return (
    <section className="month__part grid" aria-labelledby="over-the-months">
      <h2 id="over-the-months">Over the months</h2>
      <div className="month__body">
        <ul className="series-charts">
          {series.map((one) => (
            <li key={nameOf(one)}>
              <SeriesChart series={one} />
            </li>
          ))}
        </ul>
        <table className="month-table month-lines">
          <caption>The charts as a table, the newest month first</caption>
          <thead>
            <tr>
              <th scope="col">Month</th>
              {series.map((one) => (
                <th scope="col" key={nameOf(one)}>
                  {nameOf(one)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {months
              .toSorted()
              .toReversed()
              .map((month) => (
                <tr key={month}>
                  <th scope="row">{shortMonthName(month)}</th>
                  {series.map((one) => (
                    <td key={nameOf(one)} data-label={nameOf(one)}>
                      {valueIn(one, month)}
                    </td>
                  ))}
                </tr>
              ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

const nameOf = ({ label, unit }: NumberSeries) => (unit === "" ? label : `${label}, ${unit}`);

function valueIn({ months }: NumberSeries, month: string): string {
  const value = months.find((one) => one.month === month)?.value ?? "";
  return value === "" ? "–" : shownNumber(value);
}

function SeriesChart({ series }: { series: NumberSeries }) {
  const { columns, zero, namesY, yearsY } = seriesChart(series);
  return (
    <figure className="series-chart">
      <figcaption>{nameOf(series)}</figcaption>
      <svg
        viewBox={`0 0 ${chartWidth} ${chartHeight}`}
        role="img"
        aria-label={seriesSentence(series)}
      >
        {columns.map(({ month, value, x, y, width, height, valueY, hasValue, name, year }, nth) => (
          <g key={month} textAnchor="middle">
            {value !== "" && (
              <rect
                className={nth === columns.length - 1 ? "month-chart__now" : "series-chart__before"}
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
