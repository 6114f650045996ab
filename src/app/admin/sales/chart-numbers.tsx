import { Table } from "@mantine/core";
import classes from "./bar-chart.module.css";
import type { BarChartProps } from "./bar-chart.tsx";
import { formats, totalAt, totalOf } from "./chart-series.ts";
import { fullLabel } from "./step-labels.ts";

/** The numbers of a chart, for reading, copying and reading aloud. */
export function ChartNumbers({ title, unit, step, steps, series }: BarChartProps) {
  const { whole } = formats[unit];
  const all = series.reduce((sum, one) => sum + totalOf(one), 0);
  return (
    <details className={classes.numbers}>
      <summary>Show the numbers</summary>
      <Table.ScrollContainer minWidth={0} mah={320} className={classes.scroll} tabIndex={0}>
        <Table aria-label={title} verticalSpacing={6} stickyHeader className={classes.table}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{columnOf[step]}</Table.Th>
              {series.map(({ name }) => (
                <Table.Th key={name} scope="col" ta="right">
                  {name}
                </Table.Th>
              ))}
              <Table.Th scope="col" ta="right">
                Together
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {steps.map((days, at) => (
              <Table.Tr key={days.from}>
                <Table.Th scope="row">{fullLabel(days, step)}</Table.Th>
                {series.map(({ name, values }) => (
                  <Table.Td key={name} ta="right">
                    {whole(values[at] ?? 0)}
                  </Table.Td>
                ))}
                <Table.Td ta="right">{whole(totalAt(series, at))}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
          <Table.Tfoot>
            <Table.Tr>
              <Table.Th scope="row">Together</Table.Th>
              {series.map((one) => (
                <Table.Th key={one.name} ta="right">
                  {whole(totalOf(one))}
                </Table.Th>
              ))}
              <Table.Th ta="right">{whole(all)}</Table.Th>
            </Table.Tr>
          </Table.Tfoot>
        </Table>
      </Table.ScrollContainer>
    </details>
  );
}

const columnOf = { day: "Day", week: "Week", month: "Month", year: "Year" } as const;
