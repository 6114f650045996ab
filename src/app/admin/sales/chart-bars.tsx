import { useId } from "react";
import classes from "./bar-chart.module.css";
import type { BarChartProps } from "./bar-chart.tsx";
import { formats, lookOf, plotBottom } from "./chart-series.ts";

/** Textures over the colours, so that kinds do not differ by colour alone. */
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

/** Ids of the patterns of one chart. */
export function useLooks(): DrawnLooks {
  const id = useId();
  return { id, fillOf: (look) => `url(#${id}${look})` };
}

/** SVG patterns with the colours and textures of a chart. */
export function Looks({ id }: DrawnLooks) {
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
 * Horizontal positions in percent and vertical ones in pixels, so that the chart fits any width
 * without distortion.
 */
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

/** Indexes of labelled bars, evenly spaced so that labels do not overlap. */
function labelledSteps(count: number): number[] {
  const every = Math.ceil(count / labelCount);
  const offset = Math.floor(((count - 1) % every) / 2);
  return [...Array(count).keys()].filter((at) => at % every === offset);
}
