import { Table } from "../ui/table.tsx";
import classes from "./bar-chart.module.css";
import type { BarChartProps } from "./bar-chart.tsx";
import { formats, totalAt, totalOf } from "./chart-series.ts";

/** The numbers of a chart, for reading, copying and reading aloud. */
export function ChartNumbers({ title, unit, step, labels, series }: BarChartProps) {
  const { whole } = formats[unit];
  const all = series.reduce((sum, one) => sum + totalOf(one), 0);
  return (
    <details className={classes.numbers}>
      <summary>Show the numbers</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is to be reached by keyboard */}
      <div className={classes.scroll} tabIndex={0}>
        <Table aria-label={title} className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{columnOf[step]}</th>
              {series.map(({ name }) => (
                <th key={name} scope="col" data-end>
                  {name}
                </th>
              ))}
              <th scope="col" data-end>
                Together
              </th>
            </tr>
          </thead>
          <tbody>
            {labels.steps.map(({ full }, at) => (
              <tr key={full}>
                <th scope="row">{full}</th>
                {series.map(({ name, values }) => (
                  <td key={name} data-end>
                    {whole(values[at] ?? 0)}
                  </td>
                ))}
                <td data-end>{whole(totalAt(series, at))}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Together</th>
              {series.map((one) => (
                <th key={one.name} data-end>
                  {whole(totalOf(one))}
                </th>
              ))}
              <th data-end>{whole(all)}</th>
            </tr>
          </tfoot>
        </Table>
      </div>
    </details>
  );
}

const columnOf = { day: "Day", week: "Week", month: "Month", year: "Year" } as const;
