import type { ReactNode } from "react";

/** Colours that are seen on the light and on the dark ground of the panel. */
export const green = "#6c9a3b";
export const wheat = "#d9a52e";

/** Drawing of a section kind in the gallery, on a sheet of 96 by 64. */
export function KindDrawing({ children }: { children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 96 64"
      width="96"
      height="64"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}

/** A heading: one thick line. */
export function DrawnHeading({ x, y, width }: { x: number; y: number; width: number }) {
  return <path d={`M${x} ${y}h${width}`} strokeWidth="4" />;
}

/** Lines of a text, five apart; the last one is shorter. */
export function DrawnText({
  x,
  y,
  width,
  lines,
}: {
  x: number;
  y: number;
  width: number;
  lines: number;
}) {
  const strokes = Array.from({ length: lines }, (_, line) => {
    const isLast = line === lines - 1 && lines > 1;
    return `M${x} ${y + line * 5}h${isLast ? Math.round(width * 0.6) : width}`;
  });
  return <path d={strokes.join("")} strokeWidth="1.25" opacity="0.65" />;
}

/** A picture: rows of a field under a sun. */
export function DrawnPicture({
  x,
  y,
  width,
  height,
}: {
  x: number;
  y: number;
  width: number;
  height: number;
}) {
  const horizon = y + height * 0.55;
  const rows = [0.1, 0.4, 0.7, 1].map(
    (share) => `M${x + width * 0.55} ${horizon}L${x + width * share} ${y + height}`,
  );
  return (
    <>
      <circle
        cx={x + width * 0.7}
        cy={y + height * 0.3}
        r={height * 0.1}
        fill={wheat}
        stroke="none"
      />
      <path d={`M${x} ${horizon}h${width}${rows.join("")}`} stroke={green} />
      <path d={`M${x} ${y}h${width}v${height}h${-width}z`} />
    </>
  );
}
