import { itemAt } from "./item-at.ts";
import type { Random } from "./seeded-random.ts";

export type Point = { x: number; y: number };

const round = (value: number) => Math.round(value * 10) / 10;

export function point(x: number, y: number): string {
  return `${round(x)} ${round(y)}`;
}

export function closedPath(points: readonly Point[]): string {
  return `M${points.map(({ x, y }) => point(x, y)).join("L")}Z`;
}

/** A closed outline that rounds its corners, as water rounds a stone. */
export function roundedPath(points: readonly Point[]): string {
  const halfway = (index: number) => {
    const at = itemAt(points, index);
    const next = itemAt(points, index + 1);
    return point((at.x + next.x) / 2, (at.y + next.y) / 2);
  };
  const bends = points.map((_, index) => {
    const corner = itemAt(points, index + 1);
    return `Q${point(corner.x, corner.y)} ${halfway(index + 1)}`;
  });
  return `M${halfway(0)}${bends.join("")}Z`;
}

/** A stroke that swells and tapers like a gouge mark, bent sideways by `bow`. */
export function gouge(from: Point, to: Point, thickness: number, bow = 0): string {
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  const length = Math.hypot(dx, dy) || 1;
  const nx = -dy / length;
  const ny = dx / length;
  const middle = { x: (from.x + to.x) / 2 + nx * bow, y: (from.y + to.y) / 2 + ny * bow };
  const one = point(middle.x + nx * thickness, middle.y + ny * thickness);
  const other = point(middle.x - nx * thickness, middle.y - ny * thickness);
  return `M${point(from.x, from.y)}Q${one} ${point(to.x, to.y)}Q${other} ${point(from.x, from.y)}Z`;
}

/** A roundish mass with a knife-cut edge. */
export function mass(
  centre: Point,
  radiusX: number,
  radiusY: number,
  random: Random,
  roughness = 0.14,
): string {
  const count = Math.max(10, Math.round((radiusX + radiusY) / 2.4));
  const points = Array.from({ length: count }, (_, index) => {
    const angle = (index / count) * Math.PI * 2;
    const reach = 1 + (random.next() - 0.5) * 2 * roughness;
    return {
      x: centre.x + Math.cos(angle) * radiusX * reach,
      y: centre.y + Math.sin(angle) * radiusY * reach,
    };
  });
  return closedPath(points);
}

export function shape(path: string, fill: string): string {
  return `<path d="${path}" fill="${fill}"/>`;
}

export function sheet(width: number, height: number, body: string): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${body}</svg>`,
  );
}
