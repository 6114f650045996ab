import { hex, mix } from "../colour.ts";
import { gouge, mass, type Point, shape } from "../hand-cut.ts";
import { itemAt } from "../item-at.ts";
import { type Random, seededRandom } from "../seeded-random.ts";
import type { LandscapeInks } from "./inks.ts";
import { fieldEdge, light, nearRidge, height as pictureHeight, width } from "./view.ts";

/** A broad crown of several masses; short gouge marks catch the light on the side that faces it. */
export function broadTree(foot: Point, tall: number, inks: LandscapeInks, random: Random): string {
  const crown = { x: foot.x, y: foot.y - tall * 0.58 };
  const parts = [
    shape(gouge(foot, { x: foot.x + tall * 0.02, y: crown.y }, tall * 0.05), inks.silhouette),
    shape(
      gouge(
        { x: foot.x, y: foot.y - tall * 0.2 },
        { x: foot.x - tall * 0.2, y: crown.y },
        tall * 0.025,
      ),
      inks.silhouette,
    ),
    shape(
      gouge(
        { x: foot.x, y: foot.y - tall * 0.24 },
        { x: foot.x + tall * 0.2, y: crown.y },
        tall * 0.025,
      ),
      inks.silhouette,
    ),
  ];
  const masses = Array.from({ length: 9 }, (_, index) => {
    const angle = (index / 9) * Math.PI * 2;
    return {
      x: crown.x + Math.cos(angle) * tall * 0.24,
      y: crown.y + Math.sin(angle) * tall * 0.19,
    };
  });
  for (const centre of masses)
    parts.push(shape(mass(centre, tall * 0.17, tall * 0.14, random, 0.16), inks.silhouette));
  parts.push(shape(mass(crown, tall * 0.27, tall * 0.22, random, 0.1), inks.silhouette));
  parts.push(litMarks(crown, tall * 0.36, tall * 0.3, inks, random, Math.round(tall * 0.42)));
  return parts.join("");
}

export function poplar(foot: Point, tall: number, inks: LandscapeInks, random: Random): string {
  const middle = { x: foot.x, y: foot.y - tall * 0.52 };
  return (
    shape(gouge(foot, { x: foot.x, y: foot.y - tall * 0.3 }, 2), inks.silhouette) +
    shape(mass(middle, tall * 0.115, tall * 0.5, random, 0.13), inks.silhouette) +
    litMarks(middle, tall * 0.09, tall * 0.44, inks, random, Math.round(tall * 0.16))
  );
}

function litMarks(
  centre: Point,
  radiusX: number,
  radiusY: number,
  inks: LandscapeInks,
  random: Random,
  count: number,
): string {
  const towards = Math.atan2((light.y - centre.y) * 0.4, light.x - centre.x);
  const marks: string[] = [];
  for (let index = 0; index < count; index++) {
    const angle = towards + random.between(-1.25, 1.25);
    const reach = Math.sqrt(random.between(0.12, 0.98));
    const from = {
      x: centre.x + Math.cos(angle) * radiusX * reach,
      y: centre.y + Math.sin(angle) * radiusY * reach,
    };
    const size = random.between(2.2, 5.5);
    const to = {
      x: from.x + Math.cos(angle + 1.2) * size,
      y: from.y + Math.abs(Math.sin(angle + 1.2)) * size,
    };
    marks.push(
      shape(
        gouge(from, to, random.between(0.7, 1.5)),
        reach > 0.72 && random.next() < 0.75
          ? inks.leafEdge
          : random.pick([inks.leaf, inks.leafLit]),
      ),
    );
  }
  return marks.join("");
}

/** The hedge along the crest of the field, open where the light comes through. */
export function hedges(inks: LandscapeInks): string {
  const random = seededRandom(77);
  const parts = [copses(inks)];
  for (let x = -20; x < width + 20; x += random.between(8, 26)) {
    const nearLight = Math.exp(-(((x - light.x) / 190) ** 4));
    if (random.next() < nearLight * 1.02) continue;
    const tall = random.between(6, 17) * (x < 560 ? 1.15 : 1);
    parts.push(bush({ x, y: fieldEdge(x) + 3 }, tall, inks, random));
  }
  return parts.join("");
}

// Far trees take the colour of the air and stand in clumps, as shelter belts do.
function copses(inks: LandscapeInks): string {
  const random = seededRandom(41);
  const hazy = {
    ...inks,
    silhouette: hex(mix(inks.hedge, itemAt(inks.midHill, 0), 0.4)),
    leafEdge: inks.leafLit,
  };
  const clumps: Array<[number, number]> = [
    [70, 7],
    [212, 3],
    [330, 9],
    [548, 4],
    [700, 6],
    [905, 3],
    [1400, 5],
    [1740, 6],
    [1870, 8],
  ];
  return clumps
    .flatMap(([at, count]) =>
      Array.from({ length: count }, () => {
        const x = at + random.between(-1, 1) * count * 6.5;
        const foot = { x, y: nearRidge(x) + random.between(1, 5) };
        return random.next() < 0.45
          ? broadTree(foot, random.between(17, 34), hazy, random)
          : bush(foot, random.between(6, 11), hazy, random);
      }),
    )
    .join("");
}

function bush(foot: Point, tall: number, inks: LandscapeInks, random: Random): string {
  const centre = { x: foot.x, y: Math.min(foot.y - tall * 0.4, pictureHeight) };
  const side = foot.x < light.x ? 1 : -1;
  const edge = { x: centre.x + side * tall * 0.5, y: centre.y - tall * 0.25 };
  return (
    shape(mass(centre, tall * 1.05, tall * 0.62, random, 0.2), inks.silhouette) +
    shape(
      gouge(edge, { x: edge.x + side * tall * 0.3, y: edge.y + tall * 0.4 }, tall * 0.12),
      random.pick([inks.leafLit, inks.leafEdge, inks.leaf]),
    )
  );
}
