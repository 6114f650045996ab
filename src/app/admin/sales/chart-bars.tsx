import { scaleBand, scaleLinear } from "d3-scale";
import classes from "./bar-chart.module.css";
import type { BarChartProps } from "./bar-chart.tsx";
import { Looks, useLooks } from "./chart-looks.tsx";
import { formats, lookOf, stacked, totalAt } from "./chart-series.ts";
import { fullLabel, shortLabel } from "./step-labels.ts";

const top = 8;
const bottom = 180;
const height = 204;
const widestBar = 9;
const labelCount = 6;

interface ChartBarsProps extends BarChartProps {
  readonly pointed: number | null;
  readonly onPoint: (at: number | null) => void;
}

/** Across in percent and down in pixels, so that it fits any width without being stretched. */
export function ChartBars(props: ChartBarsProps) {
  const { title, unit, step, steps, series, pointed, onPoint } = props;
  const looks = useLooks();
  const most = Math.max(...steps.map((_, at) => totalAt(series, at)));
  const down = scaleLinear([0, most], [bottom, top]).nice(4);
  const across = scaleBand(steps.keys(), [0, 100]).paddingInner(0.24).paddingOuter(0.12);
  const barWidth = Math.min(across.bandwidth(), widestBar);
  const middleOf = (at: number) => (across(at) ?? 0) + across.bandwidth() / 2;
  const first = steps[0];
  const last = steps.at(-1);
  const range = first && last && fullLabel({ from: first.from, to: last.to }, "day");
  const heights = down.ticks(4).filter(Number.isInteger);
  return (
    <div className={classes.plot}>
      <svg width="48" height={height} aria-hidden="true" className={classes.words}>
        {heights.map((value) => (
          <text key={value} x="44" y={down(value)} dy="0.32em" textAnchor="end">
            {formats[unit].short(value)}
          </text>
        ))}
      </svg>
      <svg
        role="img"
        aria-label={`${title}, ${range}. The numbers are in the table below.`}
        width="100%"
        height={height}
        onPointerLeave={() => onPoint(null)}
        className={classes.words}
      >
        <Looks {...looks} />
        {heights.map((value) => (
          <line key={value} x2="100%" y1={down(value)} y2={down(value)} className={classes.line} />
        ))}
        {stacked(series, steps.length).map((parts, kind) =>
          parts.map(
            ([from, to], at) =>
              to > from && (
                <rect
                  // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place in time
                  key={`${kind} ${at}`}
                  x={`${middleOf(at) - barWidth / 2}%`}
                  width={`${barWidth}%`}
                  y={down(to)}
                  height={Math.max(1, down(from) - down(to))}
                  fill={looks.fillOf(lookOf(series[kind] ?? { name: "", place: 0, values: [] }))}
                  className={classes.bar}
                />
              ),
          ),
        )}
        {steps.map((days, at) => (
          <rect
            key={days.from}
            x={`${middleOf(at) - across.step() / 2}%`}
            width={`${across.step()}%`}
            height={bottom}
            className={pointed === at ? classes.pointed : classes.column}
            onPointerEnter={() => onPoint(at)}
          />
        ))}
        {labelledSteps(steps.length).map((at, place) => (
          <text
            key={at}
            x={`${middleOf(at)}%`}
            y={height - 6}
            textAnchor="middle"
            className={place % 2 === 1 ? classes.wideOnly : undefined}
          >
            {shortLabel(steps[at] ?? { from: "", to: "" }, step)}
          </text>
        ))}
      </svg>
    </div>
  );
}

/** Bars with a label, in even distances, so that labels do not run into each other. */
function labelledSteps(count: number): number[] {
  const every = Math.ceil(count / labelCount);
  const offset = Math.floor(((count - 1) % every) / 2);
  return [...Array(count).keys()].filter((at) => at % every === offset);
}
