import type { Point } from "../hand-cut.ts";
import { itemAt } from "../item-at.ts";
import { noise } from "../noise.ts";
import type { Random } from "../seeded-random.ts";

export const width = 1600;
export const height = 1200;

export type Polygon = readonly Point[];
export type Line = { from: Point; to: Point };

// The survey is laid out with straight lines and then bent as a whole, as old boundaries are by the land.
export const lane: Line = { from: { x: 470, y: -200 }, to: { x: 930, y: 1400 } };
export const stream: Line = { from: { x: -200, y: 900 }, to: { x: 1800, y: 330 } };

export function bend({ x, y }: Point): Point {
  return {
    x:
      x +
      (noise(x / 520 + 3.1, y / 480 + 1.7) - 0.5) * 230 +
      (noise(x / 150, y / 150 + 40) - 0.5) * 22,
    y:
      y +
      (noise(x / 500 + 11.4, y / 540 + 6.2) - 0.5) * 250 +
      (noise(x / 150 + 70, y / 150) - 0.5) * 22,
  };
}

export function between(from: Point, to: Point, share: number): Point {
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}

/** Points along a straight line of the survey, bent to the land. */
export function bentLine({ from, to }: Line, step = 14): Point[] {
  const count = Math.max(2, Math.round(Math.hypot(to.x - from.x, to.y - from.y) / step));
  return Array.from({ length: count + 1 }, (_, index) => bend(between(from, to, index / count)));
}

export function bentPolygon(polygon: Polygon): Point[] {
  return edges(polygon).flatMap((edge) => bentLine(edge).slice(1));
}

export function edges(polygon: Polygon): Line[] {
  return polygon.map((from, index) => ({ from, to: itemAt(polygon, index + 1) }));
}

export function longestEdge(polygon: Polygon): Line {
  const reach = ({ from, to }: Line) => Math.hypot(to.x - from.x, to.y - from.y);
  return edges(polygon).reduce((best, edge) => (reach(edge) > reach(best) ? edge : best));
}

export function heading({ from, to }: Line): number {
  return Math.atan2(to.y - from.y, to.x - from.x);
}

export function area(polygon: Polygon): number {
  return Math.abs(
    edges(polygon).reduce((sum, { from, to }) => sum + from.x * to.y - to.x * from.y, 0) / 2,
  );
}

/** Cuts a convex polygon along a line; `gap` is left free on either side of it. */
export function cut(polygon: Polygon, { from, to }: Line, gap: number): Polygon[] {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const side = (at: Point) =>
    ((to.x - from.x) * (at.y - from.y) - (to.y - from.y) * (at.x - from.x)) / length;
  const half = (sign: number) => {
    const kept: Point[] = [];
    for (const edge of edges(polygon)) {
      const here = side(edge.from) * sign - gap;
      const there = side(edge.to) * sign - gap;
      if (here >= 0) kept.push(edge.from);
      if (here * there < 0) kept.push(between(edge.from, edge.to, here / (here - there)));
    }
    return kept;
  };
  return [half(1), half(-1)].filter((piece) => piece.length > 2);
}

/** Divides land among heirs until each parcel is small enough. */
export function divide(polygon: Polygon, random: Random): Polygon[] {
  if (area(polygon) < random.between(19000, 62000)) return [polygon];
  const longest = longestEdge(polygon);
  const at = between(longest.from, longest.to, random.between(0.36, 0.64));
  const angle = heading(longest) + Math.PI / 2 + random.between(-0.16, 0.16);
  const far = { x: Math.cos(angle) * 3000, y: Math.sin(angle) * 3000 };
  const line = {
    from: { x: at.x - far.x, y: at.y - far.y },
    to: { x: at.x + far.x, y: at.y + far.y },
  };
  return cut(polygon, line, 4.5).flatMap((piece) => divide(piece, random));
}

/** The stretches of parallel lines inside a convex polygon. */
export function hatch(polygon: Polygon, angle: number, gap: number): Line[] {
  const along = { x: Math.cos(angle), y: Math.sin(angle) };
  const across = { x: -along.y, y: along.x };
  const offsetOf = (at: Point) => at.x * across.x + at.y * across.y;
  const offsets = polygon.map(offsetOf);
  const last = Math.max(...offsets) - gap * 0.4;
  const lines: Line[] = [];
  for (let offset = Math.min(...offsets) + gap; offset < last; offset += gap) {
    const hits = edges(polygon).flatMap(({ from, to }) => {
      const here = offsetOf(from) - offset;
      const there = offsetOf(to) - offset;
      return here * there < 0 ? [between(from, to, here / (here - there))] : [];
    });
    const [from, to] = hits;
    if (from && to) lines.push({ from: between(from, to, 0.03), to: between(from, to, 0.97) });
  }
  return lines;
}
