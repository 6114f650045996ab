import { Card, Group, Text, Title } from "@mantine/core";
import { useId, useState } from "react";
import type { Series } from "../../../orders/sales/read-sales.ts";
import type { Step } from "../../../orders/sales/sales-range.ts";
import { Table } from "../ui/table.tsx";
import classes from "./bar-chart.module.css";
import { ChartBars, Looks, useLooks } from "./chart-bars.tsx";
import { type ChartLayout, formats, lookOf, totalAt, totalOf, type Unit } from "./chart-series.ts";
import type { StepLabels } from "./step-labels.server.ts";

interface ChartLegendProps {
  readonly series: readonly Series[];
  readonly unit: Unit;
  /** The selected bar; null for the sum of all. */
  readonly at: number | null;
}

/** Legend with the total of each kind. */
function ChartLegend({ series, unit, at }: ChartLegendProps) {
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

/** The numbers of a chart as a table, for copying and screen readers. */
function ChartNumbers({ title, unit, step, labels, series }: BarChartProps) {
  const { whole } = formats[unit];
  const all = series.reduce((sum, one) => sum + totalOf(one), 0);
  return (
    <details className={classes.numbers}>
      <summary>Show the numbers</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be focusable */}
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

export interface BarChartProps {
  readonly title: string;
  readonly unit: Unit;
  readonly step: Step;
  readonly labels: StepLabels;
  readonly series: readonly Series[];
  readonly layout: ChartLayout;
  /** Shown instead of an empty chart. */
  readonly empty: string;
}

/**
 * A stacked bar chart over time. It is rendered on the server, so it is visible without scripts; a
 * table below has the same numbers.
 */
export function BarChart(props: BarChartProps) {
  const { title, unit, labels, series, empty } = props;
  const id = useId();
  const [pointed, setPointed] = useState<number | null>(null);
  // Another range may have fewer bars than the selected index.
  const at = pointed !== null && pointed < labels.steps.length ? pointed : null;
  const pointedStep = at === null ? undefined : labels.steps[at];
  const total =
    at === null ? series.reduce((sum, one) => sum + totalOf(one), 0) : totalAt(series, at);
  return (
    <Card withBorder padding="md" component="figure" m={0} aria-labelledby={id}>
      <Group justify="space-between" align="baseline" gap="xs" wrap="nowrap">
        <Title order={3} size="h5" id={id}>
          {title}
        </Title>
        <Text size="sm" className={classes.total}>
          <Text span c="dimmed" size="sm">
            {pointedStep?.full ?? "Together"}
          </Text>{" "}
          {formats[unit].whole(total)}
        </Text>
      </Group>
      {series.length === 0 ? (
        <Text c="dimmed" className={classes.empty}>
          {empty}
        </Text>
      ) : (
        <>
          <ChartLegend series={series} unit={unit} at={at} />
          <ChartBars {...props} pointed={at} onPoint={setPointed} />
          <ChartNumbers {...props} />
        </>
      )}
    </Card>
  );
}
