import { Group, Paper, Text, Title } from "@mantine/core";
import { useId, useState } from "react";
import { Table } from "#app/admin/frame/ui/table.tsx";
import type { Series } from "#sales/read-sales.ts";
import type { Step } from "#sales/sales-range.ts";
import classes from "./bar-chart.module.css";
import type { ChartLayout, StepLabels } from "./chart-layout.server.ts";
import { formats, lookOf, plotBottom, totalAt, totalOf, type Unit } from "./chart-series.ts";

interface ChartLegendProps extends Pick<BarChartProps, "series" | "unit" | "total"> {
  /** Index of the bar under the pointer; null shows the sum of all bars. */
  readonly at: number | null;
}

function ChartLegend({ series, unit, total, at }: ChartLegendProps) {
  const looks = useLooks();
  const shownOf = (one: Series) =>
    at !== null
      ? (one.values[at] ?? 0)
      : total === "latest"
        ? (one.values.at(-1) ?? 0)
        : totalOf(one);
  return (
    <ul className={classes.legend}>
      {series.map((one) => (
        <li key={one.name}>
          <svg width="14" height="14" aria-hidden="true">
            <Looks {...looks} />
            <rect width="14" height="14" rx="3" fill={looks.fillOf(lookOf(one))} />
          </svg>
          {one.name}
          <span className={classes.amount}>{formats[unit].whole(shownOf(one))}</span>
        </li>
      ))}
    </ul>
  );
}

/** The numbers as a table, for screen readers and for copying. */
function ChartNumbers({ title, unit, step, labels, series, total = "sum" }: BarChartProps) {
  const { whole } = formats[unit];
  const hasRowTotals = total !== "none";
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
              {hasRowTotals && (
                <th scope="col" data-end>
                  Total
                </th>
              )}
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
                {hasRowTotals && <td data-end>{whole(totalAt(series, at))}</td>}
              </tr>
            ))}
          </tbody>
          {total !== "latest" && (
            <tfoot>
              <tr>
                <th scope="row">Total</th>
                {series.map((one) => (
                  <th key={one.name} data-end>
                    {whole(totalOf(one))}
                  </th>
                ))}
                {hasRowTotals && <th data-end>{whole(all)}</th>}
              </tr>
            </tfoot>
          )}
        </Table>
      </div>
    </details>
  );
}

const columnOf = { day: "Day", week: "Week", month: "Month", year: "Year" } as const;

interface BarChartProps {
  readonly title: string;
  readonly unit: Unit;
  readonly step: Step;
  readonly labels: StepLabels;
  readonly series: readonly Series[];
  readonly layout: ChartLayout;
  readonly empty: string;
  /**
   * "latest" for amounts at the end of each period, which do not add up over time; "none" for
   * series that do not add up to anything.
   */
  readonly total?: "sum" | "latest" | "none";
}

/** A stacked bar chart over time. The server renders it, so that it is visible without scripts. */
export function BarChart(props: BarChartProps) {
  const { title, unit, labels, series, empty, total: kind = "sum" } = props;
  const id = useId();
  const [pointed, setPointed] = useState<number | null>(null);
  // After a change of the date range, `pointed` can be beyond the last bar.
  const at = pointed !== null && pointed < labels.steps.length ? pointed : null;
  const pointedStep = at === null ? undefined : labels.steps[at];
  const total =
    at !== null
      ? totalAt(series, at)
      : kind === "latest"
        ? totalAt(series, labels.steps.length - 1)
        : series.reduce((sum, one) => sum + totalOf(one), 0);
  const hasTotal = kind !== "none" || at !== null;
  return (
    <Paper withBorder p="md" component="figure" m={0} aria-labelledby={id}>
      <Group justify="space-between" align="baseline" gap="xs" wrap="nowrap">
        <Title order={3} size="h5" id={id}>
          {title}
        </Title>
        {hasTotal && (
          <Text size="sm" className={classes.total}>
            <Text span c="dimmed" size="sm">
              {pointedStep?.full ?? (kind === "latest" ? "Now" : "Total")}
            </Text>{" "}
            {kind === "none" ? "" : formats[unit].whole(total)}
          </Text>
        )}
      </Group>
      {series.length === 0 ? (
        <Text c="dimmed" className={classes.empty}>
          {empty}
        </Text>
      ) : (
        <>
          <ChartLegend series={series} unit={unit} total={kind} at={at} />
          <ChartBars {...props} pointed={at} onPoint={setPointed} />
          <ChartNumbers {...props} />
        </>
      )}
    </Paper>
  );
}

/** Textures over the colours, so that series do not differ by colour alone. */
const textures: readonly (string | null)[] = [
  null,
  "M-2,2 l4,-4 M0,8 l8,-8 M6,10 l4,-4",
  "M0,4 h8",
  "M-2,6 l4,4 M0,0 l8,8 M6,-2 l4,4",
  "M4,0 v8",
];

interface DrawnLooks {
  readonly id: string;
  readonly fillOf: (look: number) => string;
}

/** SVG pattern ids are global, so each chart needs its own ids. */
function useLooks(): DrawnLooks {
  const id = useId();
  return { id, fillOf: (look) => `url(#${id}${look})` };
}

function Looks({ id }: DrawnLooks) {
  return (
    <defs>
      {textures.map((texture, look) => (
        <pattern
          key={texture}
          id={`${id}${look}`}
          width="8"
          height="8"
          patternUnits="userSpaceOnUse"
        >
          <rect width="8" height="8" className={classes[`look${look}`]} />
          {texture && <path d={texture} className={classes.texture} />}
        </pattern>
      ))}
    </defs>
  );
}

const height = 204;
const labelCount = 6;

interface ChartBarsProps extends BarChartProps {
  readonly pointed: number | null;
  readonly onPoint: (at: number | null) => void;
}

/**
 * Horizontal positions are in percent and vertical positions in pixels, so that the chart fits any
 * width without distortion.
 */
function ChartBars(props: ChartBarsProps) {
  const { title, unit, labels, series, layout, pointed, onPoint } = props;
  const { lines, firstMiddle, columnWidth, barWidth, bars } = layout;
  const looks = useLooks();
  const middleOf = (at: number) => firstMiddle + at * columnWidth;
  return (
    <div className={classes.plot}>
      <svg width="48" height={height} aria-hidden="true" className={classes.words}>
        {lines.map(({ value, y }) => (
          <text key={value} x="44" y={y} dy="0.32em" textAnchor="end">
            {formats[unit].short(value)}
          </text>
        ))}
      </svg>
      <svg
        role="img"
        aria-label={`${title}, ${labels.range}. The numbers are in the table below.`}
        width="100%"
        height={height}
        onPointerLeave={() => onPoint(null)}
        className={classes.words}
      >
        <Looks {...looks} />
        {lines.map(({ value, y }) => (
          <line key={value} x2="100%" y1={y} y2={y} className={classes.line} />
        ))}
        {bars.map(({ kind, at, y, height }) => (
          <rect
            key={`${kind} ${at}`}
            x={`${middleOf(at) - barWidth / 2}%`}
            width={`${barWidth}%`}
            y={y}
            height={Math.max(1, height)}
            fill={looks.fillOf(lookOf(series[kind] ?? { name: "", place: 0, values: [] }))}
            className={classes.bar}
          />
        ))}
        {labels.steps.map(({ full }, at) => (
          <rect
            key={full}
            x={`${middleOf(at) - columnWidth / 2}%`}
            width={`${columnWidth}%`}
            height={plotBottom}
            className={pointed === at ? classes.pointed : classes.column}
            onPointerEnter={() => onPoint(at)}
          />
        ))}
        {labelledSteps(labels.steps.length).map((at, place) => (
          <text
            key={at}
            x={`${middleOf(at)}%`}
            y={height - 6}
            textAnchor="middle"
            className={place % 2 === 1 ? classes.wideOnly : undefined}
          >
            {labels.steps[at]?.short}
          </text>
        ))}
      </svg>
    </div>
  );
}

/** Indexes of the bars that get a label, evenly spaced, so that labels do not overlap. */
function labelledSteps(count: number): number[] {
  const every = Math.ceil(count / labelCount);
  const offset = Math.floor(((count - 1) % every) / 2);
  return [...Array(count).keys()].filter((at) => at % every === offset);
}
