import { useLook } from "../look-context.ts";

// Nothing here is drawn for a look without drawings.

/**
 * SVG symbols that `<use>` references. `SiteFrame` renders them once per page; a section that is
 * shown without the frame needs its own copy.
 */
export function Drawings() {
  if (!useLook().hasDrawings) return null;
  return (
    <svg className="unseen" aria-hidden="true" width="0" height="0">
      <defs>
        <symbol id="furrow-lines" viewBox="0 0 1440 480" preserveAspectRatio="xMaxYMin slice">
          <g fill="currentColor">
            <path id="furrow-rows" d={turnedRows} />
            <use href="#furrow-rows" transform={fartherBy(rowsDrawn)} />
            <use href="#furrow-rows" transform={fartherBy(2 * rowsDrawn)} />
          </g>
        </symbol>
        <symbol id="sprout" viewBox="0 0 24 28">
          <path d="M12 28V13" fill="none" stroke="currentColor" strokeWidth="2" />
          <path d="M12 16C12 8 7 4 1 4c0 7 4 12 11 12Zm0-3c0-7 4-11 11-12 0 7-4 12-11 12Z" />
        </symbol>
      </defs>
    </svg>
  );
}

// Rows of a ploughed field in perspective. All rows have the same gentle curve, so a sheared copy
// of one row is the row beside it. `turnedRows` therefore draws only the right third of the field,
// and sheared copies fill the other two thirds. Each path starts relative to the path before it,
// because relative coordinates take half the bytes of absolute coordinates.
const rowsDrawn = 12;
const rowWidthAtTop = 15;
const shear = 0.42;
const height = 480;
const reach = (row: number) => Math.round(row * shear * height);
const halfway = (row: number) => Math.round((row * shear * height) / 2 - 57);
const turnedRows = Array.from({ length: rowsDrawn }, (_, index) => {
  const left = index - 3;
  const right = left + 0.5;
  const start = index === 0 ? `M${1060 + left * rowWidthAtTop} 0` : `m${rowWidthAtTop} 0`;
  const down = `q${halfway(left)} 240 ${reach(left)} ${height}`;
  const up = `q${halfway(-right)} -240 ${reach(-right)} -${height}`;
  return `${start}${down}h108${up}z`;
}).join("");
const fartherBy = (rows: number) =>
  `matrix(1 0 ${Number((-rows * shear).toFixed(2))} 1 ${-rows * rowWidthAtTop} 0)`;

interface BedProps {
  crop: "ploughed" | "seeds" | "sprouts" | "rain" | "flowers" | "ears";
  /** Start and length in percent of the drawing's width. */
  from: number;
  length: number;
}

/**
 * An HTML element that draws a bed inside an SVG, because only CSS backgrounds repeat whole tiles.
 */
export function Bed({ crop, from, length }: BedProps) {
  return (
    <foreignObject x={percent(from)} width={percent(length)} height="100%">
      <div className={`bed bed--${crop}`} />
    </foreignObject>
  );
}

const percent = (hundredths: number) => `${Number(hundredths.toFixed(2))}%`;

export function FurrowLines({ className = "" }: { className?: string }) {
  if (!useLook().hasDrawings) return null;
  return (
    <svg className={`furrow-lines ${className}`} aria-hidden="true">
      <use href="#furrow-lines" />
    </svg>
  );
}

export function FurrowMark() {
  if (!useLook().hasDrawings) return null;
  return (
    <svg className="furrow-mark" aria-hidden="true" viewBox="0 0 36 16">
      <path d="M1 15C8 6 18 2 35 1.5M8 15C14 9 22 6 35 5.5M17 15c4-3 10-5 18-5.5" />
    </svg>
  );
}

// Position (x, y) and size of each sprout, in units of the drawing.
const sprouts = [
  [96, 43, 30],
  [188, 35, 22],
  [402, 30, 34],
  [560, 43, 24],
  [735, 56, 38],
  [880, 50, 26],
  [1010, 34, 32],
  [1204, 23, 24],
  [1330, 32, 36],
] as const;

interface GroundLineProps {
  ground: "soil" | "paper";
  sprouts?: boolean;
}

export function GroundLine({ ground, sprouts: withSprouts = false }: GroundLineProps) {
  if (!useLook().hasDrawings) return null;
  return (
    <svg
      className={`ground-line ground-line--${ground}`}
      viewBox="0 0 1440 88"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
    >
      {withSprouts &&
        sprouts.map(([x, y, size]) => (
          <use
            key={x}
            href="#sprout"
            x={x - size / 2}
            y={y - size + 2}
            width={size}
            height={size}
            className="ground-line__sprout"
          />
        ))}
      <path d="M0 52C140 40 240 24 400 30s250 34 420 24 260-42 420-28c90 8 150 8 200 2v62H0Z" />
    </svg>
  );
}
