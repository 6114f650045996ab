import { Card, Group, Text, Title } from "@mantine/core";
import { useId, useState } from "react";
import type { Step } from "../../../orders/sales/sales-range.ts";
import type { Series } from "../../../orders/sales/sales-series.ts";
import classes from "./bar-chart.module.css";
import { ChartBars } from "./chart-bars.tsx";
import type { ChartLayout } from "./chart-layout.ts";
import { ChartLegend } from "./chart-legend.tsx";
import { ChartNumbers } from "./chart-numbers.tsx";
import { formats, totalAt, totalOf, type Unit } from "./chart-series.ts";
import type { StepLabels } from "./step-labels.server.ts";

export interface BarChartProps {
  readonly title: string;
  readonly unit: Unit;
  readonly step: Step;
  readonly labels: StepLabels;
  readonly series: readonly Series[];
  readonly layout: ChartLayout;
  /** Said instead of a chart without bars. */
  readonly empty: string;
}

/**
 * Bars over time, divided by kind. The server draws them, so that they are there before any
 * script; the same numbers stand in a table below.
 */
export function BarChart(props: BarChartProps) {
  const { title, unit, labels, series, empty } = props;
  const id = useId();
  const [pointed, setPointed] = useState<number | null>(null);
  // Another range may have fewer bars than the one that was pointed at.
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
