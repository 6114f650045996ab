import { closedPath, gouge, type Point, point, shape } from "../hand-cut.ts";
import { seededRandom } from "../seeded-random.ts";
import type { LandscapeInks } from "./inks.ts";
import { broadTree, poplar } from "./trees.ts";
import { fieldEdge } from "./view.ts";

const yard = 1545;

/** House, barn and windbreak to the right of the light, so that their lit gables face it. */
export function farmstead(inks: LandscapeInks): string {
  const random = seededRandom(5);
  const ground = fieldEdge(yard) - 4;
  const at = (x: number, lift = 0) => ({ x: yard + x, y: ground - lift });
  return [
    ...[122, 146, 168, 188].map((x, index) =>
      poplar(at(x, -2), 128 - index * 13 + random.between(-8, 8), inks, random),
    ),
    broadTree(at(78, -2), 92, inks, random),
    building(at(10), 78, 34, 32, inks),
    building(at(-62), 54, 40, 34, inks),
    chimney(at(-34, 66), inks),
    window(at(-52, 26), inks),
    window(at(-52, 12), inks),
    window(at(-20, 16), inks),
    window(at(-2, 16), inks),
    broadTree(at(-104, -2), 62, inks, random),
    fence(inks),
  ].join("");
}

/** A gabled building seen from its lit end: gable to the left, long wall and roof in shade to the right. */
function building(
  corner: Point,
  long: number,
  wall: number,
  roof: number,
  inks: LandscapeInks,
): string {
  const gable = wall * 0.86;
  const { x, y } = corner;
  const top = y - wall;
  const ridge = { x: x + gable / 2, y: top - roof };
  const wallEnd = x + gable + long;
  const face = closedPath([
    { x, y },
    { x, y: top },
    ridge,
    { x: x + gable, y: top },
    { x: x + gable, y },
  ]);
  const side = closedPath([
    { x: x + gable, y },
    { x: x + gable, y: top },
    { x: wallEnd, y: top },
    { x: wallEnd, y },
  ]);
  const slope = closedPath([
    ridge,
    { x: x + gable + 4, y: top + 3 },
    { x: wallEnd + 4, y: top + 3 },
    { x: wallEnd - gable / 2 + 2, y: ridge.y },
  ]);
  const eave = `M${point(x - 4, top + 4)}L${point(ridge.x, ridge.y)}L${point(x + gable + 4, top + 4)}`;
  const boards = Array.from({ length: 6 }, (_, index) => {
    const bx = x + gable + 6 + (index * (long - 8)) / 6;
    return shape(gouge({ x: bx, y: top + 6 }, { x: bx + 1, y: y - 1 }, 0.9), inks.silhouette);
  });
  const tiles = Array.from({ length: 7 }, (_, index) => {
    const tx = ridge.x + 8 + (index * (long - 6)) / 7;
    return shape(
      gouge({ x: tx, y: ridge.y + 4 }, { x: tx + gable * 0.32, y: top }, 1),
      inks.roofLit,
    );
  });
  return (
    shape(face, inks.wallLit) +
    shape(side, inks.wall) +
    boards.join("") +
    shape(slope, inks.roof) +
    tiles.join("") +
    `<path d="${eave}" fill="none" stroke="${inks.roofLit}" stroke-width="3"/>`
  );
}

function chimney(foot: Point, inks: LandscapeInks): string {
  const smoke = [
    gouge({ x: foot.x + 3, y: foot.y - 16 }, { x: foot.x + 16, y: foot.y - 58 }, 4, 7),
    gouge({ x: foot.x + 12, y: foot.y - 46 }, { x: foot.x + 64, y: foot.y - 88 }, 6, -9),
    gouge({ x: foot.x + 52, y: foot.y - 80 }, { x: foot.x + 132, y: foot.y - 92 }, 5, 6),
  ];
  const stack = closedPath([
    foot,
    { x: foot.x, y: foot.y - 15 },
    { x: foot.x + 8, y: foot.y - 15 },
    { x: foot.x + 8, y: foot.y + 6 },
  ]);
  return `${shape(stack, inks.roof)}<path d="${smoke.join("")}" fill="${inks.wallLit}" opacity="0.75"/>`;
}

function window(corner: Point, inks: LandscapeInks): string {
  return `<rect x="${corner.x}" y="${corner.y - 8}" width="6" height="8" fill="${inks.window}" stroke="${inks.silhouette}" stroke-width="1.2"/>`;
}

function fence(inks: LandscapeInks): string {
  const posts: string[] = [];
  for (let x = 1655; x < 1930; x += 27) {
    const y = fieldEdge(x) + 6;
    posts.push(shape(gouge({ x, y }, { x: x + 1, y: y - 20 }, 2.4), inks.silhouette));
  }
  const rail = (lift: number) =>
    `M${point(1650, fieldEdge(1650) - lift)}Q${point(1790, fieldEdge(1790) - lift + 2)} ${point(1925, fieldEdge(1925) - lift)}`;
  return `${posts.join("")}<path d="${rail(5)}${rail(11)}" stroke="${inks.silhouette}" stroke-width="1.6" fill="none"/>`;
}
