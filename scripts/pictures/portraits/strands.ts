import { point } from "../hand-cut.ts";
import { itemAt } from "../item-at.ts";
import { seededRandom } from "../seeded-random.ts";

/** A cubic curve as eight numbers: start, two handles, end. */
export type Curve = readonly [number, number, number, number, number, number, number, number];

export type StrandStyle = {
  count: number;
  ink: string;
  thickness: number;
  seed: number;
  wander?: number;
};

/** Fills the space between two guide curves with tapered strokes: hair, cloth folds, woven straw. */
export function strands(from: Curve, to: Curve, style: StrandStyle): string {
  const random = seededRandom(style.seed);
  const wander = style.wander ?? 1.6;
  const paths = Array.from({ length: style.count }, (_, index) => {
    const share = (index + 0.5 + (random.next() - 0.5) * 0.7) / style.count;
    const curve = from.map(
      (value, axis) => value + (itemAt(to, axis) - value) * share + (random.next() - 0.5) * wander,
    );
    const start = random.between(0, 0.16);
    return tapered(
      trimmed(curve as unknown as Curve, start),
      style.thickness * random.between(0.6, 1.25),
    );
  });
  return `<path d="${paths.join("")}" fill="${style.ink}"/>`;
}

export function tapered(curve: Curve, thickness: number): string {
  const [x0, y0, x1, y1, x2, y2, x3, y3] = curve;
  const length = Math.hypot(x3 - x0, y3 - y0) || 1;
  const nx = (-(y3 - y0) / length) * thickness;
  const ny = ((x3 - x0) / length) * thickness;
  return `M${point(x0, y0)}C${point(x1 + nx, y1 + ny)} ${point(x2 + nx, y2 + ny)} ${point(x3, y3)}C${point(x2 - nx, y2 - ny)} ${point(x1 - nx, y1 - ny)} ${point(x0, y0)}Z`;
}

// Strokes that all begin on one line look combed by a machine, so each start is moved along its curve.
function trimmed(curve: Curve, share: number): Curve {
  const [x0, y0, x1, y1, x2, y2, x3, y3] = curve;
  return [x0 + (x1 - x0) * share * 2, y0 + (y1 - y0) * share * 2, x1, y1, x2, y2, x3, y3];
}
