import { closedPath, gouge, type Point, shape } from "../hand-cut.ts";
import { itemAt } from "../item-at.ts";
import type { Random } from "../seeded-random.ts";
import { height } from "./earth.ts";

const pale = "#F5E7C6";
const warm = "#D9B37A";
const dark = "#2a1a10";

export type RootPlan = {
  from: Point;
  angle: number;
  length: number;
  thickness: number;
  branching: number;
};

/** A root that wanders downwards, thins out, and sends out finer ones; fine ones come first, to lie behind. */
export function root(plan: RootPlan, random: Random, generation = 0): string {
  const spine = wander(plan, random, generation);
  const finer: string[] = [];
  if (generation < 3) {
    const every = generation === 0 ? 2 : 3;
    for (let index = 2; index < spine.length - 1; index += every) {
      const share = index / spine.length;
      if (random.next() > plan.branching) continue;
      const side = random.next() < 0.5 ? -1 : 1;
      finer.push(
        root(
          {
            from: itemAt(spine, index),
            angle: plan.angle * 0.4 + side * random.between(0.6, 1.25) * (1 - share * 0.4),
            length: plan.length * random.between(0.3, 0.56) * (1 - share * 0.45),
            thickness: Math.max(1.6, plan.thickness * (1 - share) * random.between(0.24, 0.4)),
            branching: plan.branching * 0.86,
          },
          random,
          generation + 1,
        ),
      );
    }
  }
  return finer.join("") + body(spine, plan.thickness, generation, random);
}

function wander({ from, angle, length }: RootPlan, random: Random, generation: number): Point[] {
  const step = 16;
  const points = [from];
  let heading = angle;
  let { x, y } = from;
  for (let gone = 0; gone < length; gone += step) {
    heading += random.between(-0.24, 0.24) * (generation === 0 ? 0.34 : 1) - heading * 0.045;
    x += Math.sin(heading) * step;
    y += Math.cos(heading) * step;
    if (y > height + 20) break;
    points.push({ x, y });
  }
  return points;
}

function body(spine: Point[], thickness: number, generation: number, random: Random): string {
  // A tap root narrows again towards its crown, so that the stalks grow out of a shoulder and not a post.
  const shoulder = (index: number) =>
    generation === 0 ? Math.min(1, 0.5 + 0.5 * Math.sqrt(index / 3.2)) : 1;
  const half = (index: number) =>
    shoulder(index) *
      (thickness / 2) *
      (1 - index / (spine.length - 1)) ** (generation === 0 ? 0.72 : 0.9) +
    0.5;
  const left = spine.map((at, index) => ({ x: at.x - half(index), y: at.y }));
  const right = spine.map((at, index) => ({ x: at.x + half(index), y: at.y }));
  const whole = closedPath([...left, ...right.toReversed()]);
  if (thickness < 9) return `<path d="${whole}" fill="${generation > 1 ? warm : pale}"/>`;
  const shade = spine.map((at, index) => ({ x: at.x + half(index) * 0.3, y: at.y }));
  const rings = spine.flatMap((at, index) => {
    const reach = half(index);
    if (reach < 4) return [];
    return [0, 1].map((part) => {
      const y = at.y + part * 8 + random.between(-3, 3);
      const to = random.between(-0.5, 0.5);
      return gouge(
        { x: at.x + reach, y },
        { x: at.x + reach * to, y: y + reach * 0.16 },
        1.2 + reach * 0.03,
        -reach * 0.06,
      );
    });
  });
  return (
    `<path d="${whole}" fill="${pale}" stroke="${dark}" stroke-width="3" stroke-linejoin="round"/>` +
    shape(closedPath([...shade, ...right.toReversed()]), warm) +
    shape(rings.join(""), dark)
  );
}
