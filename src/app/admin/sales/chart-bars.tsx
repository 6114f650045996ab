import classes from "./bar-chart.module.css";
import type { BarChartProps } from "./bar-chart.tsx";
import { plotBottom } from "./chart-layout.ts";
import { Looks, useLooks } from "./chart-looks.tsx";
import { formats, lookOf } from "./chart-series.ts";

const height = 204;
const labelCount = 6;

interface ChartBarsProps extends BarChartProps {
  readonly pointed: number | null;
  readonly onPoint: (at: number | null) => void;
}

/** Across in percent and down in pixels, so that it fits any width without being stretched. */
export function ChartBars(props: ChartBarsProps) {
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

/** Bars with a label, in even distances, so that labels do not run into each other. */
function labelledSteps(count: number): number[] {
  const every = Math.ceil(count / labelCount);
  const offset = Math.floor(((count - 1) % every) / 2);
  return [...Array(count).keys()].filter((at) => at % every === offset);
}
