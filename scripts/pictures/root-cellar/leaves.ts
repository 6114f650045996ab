import { closedPath, gouge, type Point, shape } from "../hand-cut.ts";
import { itemAt } from "../item-at.ts";
import type { Random } from "../seeded-random.ts";

const dark = "#1d3b25";
const middle = "#2F5A36";
const lit = "#6C9A3B";
const bright = "#DCDD7C";

export type LeafPlan = {
  from: Point;
  angle: number;
  length: number;
  breadth: number;
  droop: number;
  stalk: string;
};

/** A chard leaf: stalk and midrib in one sweep, a ruffled blade, its half towards the light paler. */
export function leaf(plan: LeafPlan, random: Random): string {
  const along = (share: number): Point & { heading: number } => {
    const heading = plan.angle + plan.droop * share * share;
    const mean = plan.angle + (plan.droop * share * share) / 3;
    return {
      x: plan.from.x + Math.sin(mean) * plan.length * share,
      y: plan.from.y - Math.cos(mean) * plan.length * share,
      heading,
    };
  };
  const bladeFrom = 0.36;
  const steps = 26;
  const phase = random.between(0, 6);
  const edge = (side: number) =>
    Array.from({ length: steps + 1 }, (_, index) => {
      const share = index / steps;
      const at = along(bladeFrom + share * (1 - bladeFrom));
      const swell = Math.sin(Math.PI * Math.min(1, share * 0.93 + 0.07) ** 0.8) ** 0.78;
      const ruffle = 1 + 0.09 * Math.sin(share * 31 + phase + side) + 0.05 * Math.sin(share * 67);
      const out = plan.length * plan.breadth * swell * ruffle * side;
      return { x: at.x + Math.cos(at.heading) * out, y: at.y + Math.sin(at.heading) * out };
    });
  const spine = Array.from({ length: steps + 1 }, (_, index) =>
    along(bladeFrom + (index / steps) * (1 - bladeFrom)),
  );
  const left = edge(-1);
  const right = edge(1);
  const outline = closedPath([...left, ...right.toReversed()]);
  const paler = closedPath([...spine, ...right.toReversed()]);
  return (
    `<path d="${outline}" fill="${middle}" stroke="${dark}" stroke-width="3.5" stroke-linejoin="round"/>` +
    shape(paler, lit) +
    shape(cuts(spine, left, random, -1), dark) +
    shape(cuts(spine, right, random, 1), bright) +
    stalk(plan, along)
  );
}

// Veins leave the midrib slantwise; between them short cuts model the blade.
function cuts(
  spine: readonly Point[],
  edge: readonly Point[],
  random: Random,
  side: number,
): string {
  const marks: string[] = [];
  for (let index = 1; index < spine.length - 3; index++) {
    const target = itemAt(edge, Math.min(edge.length - 1, index + 3));
    const from = itemAt(spine, index);
    const reach = random.between(0.72, 0.93);
    const to = { x: from.x + (target.x - from.x) * reach, y: from.y + (target.y - from.y) * reach };
    const vein = index % 3 === 0;
    const start = vein ? 0 : random.between(0.3, 0.6);
    marks.push(
      gouge(
        { x: from.x + (to.x - from.x) * start, y: from.y + (to.y - from.y) * start },
        to,
        vein ? 2.6 : 1.5,
        side * 3,
      ),
    );
  }
  return marks.join("");
}

function stalk(plan: LeafPlan, along: (share: number) => Point): string {
  const left: Point[] = [];
  const right: Point[] = [];
  for (let share = 0; share <= 0.94; share += 0.04) {
    const at = along(share);
    const half = plan.length * 0.021 * (1 - share) ** 0.7 + 0.8;
    left.push({ x: at.x - half, y: at.y });
    right.push({ x: at.x + half, y: at.y });
  }
  return `<path d="${closedPath([...left, ...right.toReversed()])}" fill="${plan.stalk}" stroke="${dark}" stroke-width="1.6"/>`;
}
