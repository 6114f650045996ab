import { gouge, type Point, point, shape } from "../hand-cut.ts";
import { noise } from "../noise.ts";
import { type Random, seededRandom } from "../seeded-random.ts";
import type { LandscapeInks } from "./inks.ts";
import { fieldEdge, height, light, pointOnRow, width } from "./view.ts";

const spacing = 0.135;
const farthest = 11.4;
const fullSize = 74;

/** Seedlings on every ridge, drawn from the far hedge to the viewer so that near ones overlap far ones. */
export function sprouts(inks: LandscapeInks): string {
  const random = seededRandom(31);
  const drawn: string[] = [];
  for (let distance = farthest; distance > 0.86; distance -= spacing * (0.7 + distance * 0.08)) {
    for (let row = -62; row <= 62; row++) {
      const away = distance + random.between(-0.06, 0.06);
      const base = pointOnRow(row + random.between(-0.05, 0.05), away);
      const size = (fullSize / away) * random.between(0.72, 1.2);
      if (base.x < -size || base.x > width + size || base.y - size > height) continue;
      if (base.y < fieldEdge(base.x) + 2 || noise(row * 2.3, away * 2.1) < 0.14) continue;
      drawn.push(
        away > 4.4 ? farSprout(base, size, inks, random) : sprout(base, size, inks, random),
      );
    }
  }
  return drawn.join("");
}

/** Far off, a plant is four cuts: two broad leaves, and a pair above them that the light comes through. */
function farSprout(base: Point, size: number, inks: LandscapeInks, random: Random): string {
  const lean = random.between(-0.25, 0.25);
  const lit = base.x < light.x ? 1 : -1;
  const glow = Math.exp(-(((base.x - light.x) / 330) ** 2));
  const blade = (angle: number, length: number, fill: string) => {
    const tip = {
      x: base.x + Math.sin(angle + lean) * size * length,
      y: base.y - Math.cos(angle + lean) * size * length,
    };
    return shape(gouge(base, tip, size * 0.2, size * 0.06 * Math.sign(angle)), fill);
  };
  const pale = random.next() < 0.25 + glow ? inks.leafLit : inks.leaf;
  return (
    blade(-1.2 * lit, 0.72, inks.leafDark) +
    blade(1.2 * lit, 0.74, pale) +
    blade(-0.45 * lit, 0.8, inks.leaf) +
    blade(0.4 * lit, 0.78, random.next() < 0.3 + glow * 0.6 ? inks.leafEdge : inks.leafLit)
  );
}

function sprout(base: Point, size: number, inks: LandscapeInks, random: Random): string {
  const count = random.pick([3, 4, 4, 5, 6]);
  const away = { x: base.x - light.x, y: base.y - light.y };
  const reach = Math.hypot(away.x, away.y);
  const foot = {
    x: base.x + (away.x / reach) * size * 0.95,
    y: base.y + (away.y / reach) * size * 0.42,
  };
  const parts = [
    `<path d="${gouge(base, foot, size * 0.26)}" fill="${inks.silhouette}" opacity="0.5"/>`,
  ];
  const turn = random.between(-0.18, 0.18);
  const leaves = Array.from({ length: count }, (_, index) => {
    const fan = count === 1 ? 0 : index / (count - 1) - 0.5;
    return {
      angle: fan * 2.5 + turn + random.between(-0.12, 0.12),
      length: size * random.between(0.62, 0.98) * (1 - Math.abs(fan) * 0.3),
    };
  });
  // The outermost leaves hang behind; the upright ones stand in front of them.
  leaves.sort((one, other) => Math.abs(other.angle) - Math.abs(one.angle));
  for (const { angle, length } of leaves) parts.push(leaf(base, angle, length, inks, random));
  return parts.join("");
}

/** One leaf from a short stalk, its half towards the light paler, with a bright rim where the light comes through. */
function leaf(
  base: Point,
  angle: number,
  length: number,
  inks: LandscapeInks,
  random: Random,
): string {
  const place = (along: number, across: number) => {
    const bend = angle + Math.sign(angle || 1) * along * along * 0.55;
    return point(
      base.x + Math.sin(bend) * along * length + Math.cos(bend) * across * length,
      base.y - Math.cos(bend) * along * length + Math.sin(bend) * across * length,
    );
  };
  const breadth = random.between(0.19, 0.27);
  const half = (side: number) =>
    `M${place(0.16, 0)}C${place(0.3, side * breadth * 1.1)} ${place(0.68, side * breadth * 1.25)} ${place(1, 0)}Q${place(0.55, side * 0.02)} ${place(0.16, 0)}Z`;
  const lit = base.x < light.x ? 1 : -1;
  const stalk = `<path d="M${point(base.x, base.y)}L${place(0.3, 0)}" stroke="${inks.leafDark}" stroke-width="${(length * 0.06).toFixed(1)}" fill="none"/>`;
  const rim = `M${place(0.34, lit * breadth * 0.84)}Q${place(0.74, lit * breadth * 1.06)} ${place(1, 0)}Q${place(0.7, lit * breadth * 0.74)} ${place(0.34, lit * breadth * 0.84)}Z`;
  const vein = `M${place(0.2, 0)}L${place(0.9, 0)}`;
  return (
    stalk +
    shape(half(-lit), random.next() < 0.5 ? inks.leafDark : inks.leaf) +
    shape(half(lit), random.next() < 0.6 ? inks.leafLit : inks.leaf) +
    shape(rim, inks.leafEdge) +
    (length > 34
      ? `<path d="${vein}" stroke="${inks.leafEdge}" stroke-width="1.1" opacity="0.6" fill="none"/>`
      : "")
  );
}
