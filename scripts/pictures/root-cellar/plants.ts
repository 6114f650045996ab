import { gouge, type Point, point, shape } from "../hand-cut.ts";
import { type Random, seededRandom } from "../seeded-random.ts";
import { ground } from "./earth.ts";
import { leaf } from "./leaves.ts";
import { root } from "./roots.ts";

/** Three neighbours; each stands as tall as its root goes deep, which is what the picture is for. */
const neighbours = [
  { x: 215, tall: 128, deep: 190, thickness: 20, leaves: 4, seed: 3 },
  { x: 1228, tall: 210, deep: 420, thickness: 40, leaves: 6, seed: 8 },
  { x: 722, tall: 455, deep: 1130, thickness: 122, leaves: 11, seed: 21 },
] as const;

export function plants(): string {
  return neighbours.map((plant) => onePlant(plant)).join("");
}

function onePlant(plant: (typeof neighbours)[number]): string {
  const random = seededRandom(plant.seed);
  const crown = { x: plant.x, y: ground(plant.x) - plant.thickness * 0.14 };
  return (
    sideRoots(crown, plant.thickness, plant.deep, random) +
    root(
      { from: crown, angle: 0.02, length: plant.deep, thickness: plant.thickness, branching: 0.92 },
      random,
    ) +
    foliage(crown, plant.tall, plant.leaves, random) +
    collar(crown, plant.thickness)
  );
}

// The near rim of the crown hides the feet of the stalks, so that they grow out of it.
function collar(crown: Point, thickness: number): string {
  const half = thickness * 0.25;
  const rim = (lift: number) =>
    `M${point(crown.x - half, crown.y + 3)}Q${point(crown.x, crown.y - half * lift)} ${point(crown.x + half, crown.y + 3)}`;
  const scar = `M${point(crown.x - half * 1.2, crown.y + half * 0.3)}Q${point(crown.x, crown.y - half * 0.2)} ${point(crown.x + half * 1.2, crown.y + half * 0.3)}`;
  return `<path d="${rim(0.95)}V${(crown.y + 8).toFixed(1)}H${(crown.x - half).toFixed(1)}Z" fill="#F5E7C6"/><path d="${rim(0.95)}${scar}" fill="none" stroke="#2a1a10" stroke-width="2.6" stroke-linecap="round"/>`;
}

function sideRoots(crown: Point, thickness: number, deep: number, random: Random): string {
  return [-1, 1, -1, 1, -1, 1]
    .map((side, index) =>
      root(
        {
          from: {
            x: crown.x + side * thickness * 0.25,
            y: crown.y + thickness * (0.35 + index * 0.3),
          },
          angle: side * random.between(0.95, 1.4),
          length: deep * random.between(0.36, 0.58),
          thickness: thickness * random.between(0.1, 0.17),
          branching: 0.7,
        },
        random,
        1,
      ),
    )
    .join("");
}

function foliage(crown: Point, tall: number, count: number, random: Random): string {
  const leaves = Array.from({ length: count }, (_, index) => {
    const fan = count === 1 ? 0 : (index / (count - 1)) * 2 - 1;
    return { fan, order: Math.abs(fan) + random.between(-0.2, 0.2) };
  });
  // Short young leaves close the heart of the rosette.
  for (const fan of [-0.42, 0.05, 0.46]) leaves.push({ fan, order: -1 + Math.abs(fan) });
  leaves.sort((one, other) => other.order - one.order);
  return leaves
    .map(({ fan, order }) =>
      leaf(
        {
          from: { x: crown.x + fan * tall * 0.06, y: crown.y + 4 },
          angle: fan * 0.95 + random.between(-0.13, 0.13),
          length:
            tall * (order < -0.4 ? 0.56 : 1.06 - Math.abs(fan) * 0.26) * random.between(0.86, 1.08),
          breadth: random.between(0.16, 0.2),
          droop: fan * 0.75,
          stalk: "#E89A5B",
        },
        random,
      ),
    )
    .join("");
}

/** Grass and crumbs on the edge, so that the ground is not a drawn line. */
export function turf(width: number): string {
  const random = seededRandom(19);
  const blades: string[] = [];
  for (let x = -10; x < width + 10; x += random.between(4, 11)) {
    const foot = { x, y: ground(x) + 5 };
    const tall = random.between(9, 34);
    const tip = { x: x + random.between(-13, 13), y: foot.y - tall };
    blades.push(
      shape(
        gouge(foot, tip, random.between(1.4, 2.6), random.between(-4, 4)),
        random.pick(["#1d3b25", "#2F5A36", "#6C9A3B", "#2F5A36"]),
      ),
    );
  }
  return blades.join("");
}
