import { useSheet } from "#app/ui/styles/style-sheets.ts";
import { type NumberSeries, nameOfSeries } from "#reports/month-series.ts";
import { shownNumber } from "#reports/read-number.ts";
import { shortMonthName } from "#reports/report.ts";
import monthChartsSheet from "./month-charts.css?sheet";
import { SeriesChart } from "./series-chart.tsx";

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
            <li key={nameOfSeries(one)}>
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
                <th scope="col" key={nameOfSeries(one)}>
                  {nameOfSeries(one)}
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
                    <td key={nameOfSeries(one)} data-label={nameOfSeries(one)}>
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

function valueIn({ months }: NumberSeries, month: string): string {
  const value = months.find((one) => one.month === month)?.value ?? "";
  return value === "" ? "–" : shownNumber(value);
}
