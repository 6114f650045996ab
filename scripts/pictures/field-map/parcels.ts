import { closedPath, gouge, mass, type Point, point, shape } from "../hand-cut.ts";
import { itemAt } from "../item-at.ts";
import type { Random } from "../seeded-random.ts";
import {
  area,
  bend,
  bentLine,
  bentPolygon,
  between,
  edges,
  hatch,
  heading,
  longestEdge,
  type Polygon,
} from "./survey.ts";

export const ink = "#2b2016";
const green = "#2F5A36";

type Sheets = { wash: string[]; lines: string[] };
type Use = { wash: string; mark: (parcel: Polygon, random: Random) => string; share: number };

/** The colour goes on one sheet and the ink on another, so that they can be printed slightly out of register. */
export function drawParcel(parcel: Polygon, sheets: Sheets, random: Random): void {
  const use = chooseUse(random.next());
  const outline = closedPath(bentPolygon(parcel));
  sheets.wash.push(shape(outline, use.wash));
  sheets.lines.push(
    `<path d="${outline}" fill="none" stroke="${ink}" stroke-width="2.2" stroke-linejoin="round"/>`,
    use.mark(parcel, random),
    hedge(parcel, random),
  );
}

const uses: readonly Use[] = [
  {
    wash: "#C68E5C",
    share: 0.25,
    mark: (parcel, random) => furrows(parcel, random, 9, "#5b371f", 1.5),
  },
  {
    wash: "#E3B84C",
    share: 0.16,
    mark: (parcel, random) => furrows(parcel, random, 11, "#8a5f1c", 1.3),
  },
  {
    wash: "#A9BE72",
    share: 0.18,
    mark: (parcel, random) => furrows(parcel, random, 13, green, 1.7),
  },
  { wash: "#EFDFA9", share: 0.09, mark: (parcel, random) => sown(parcel, random) },
  { wash: "#C9D298", share: 0.12, mark: (parcel, random) => meadow(parcel, random) },
  { wash: "#D9D6A0", share: 0.1, mark: (parcel, random) => orchard(parcel, random) },
  { wash: "#86A36A", share: 0.1, mark: (parcel, random) => wood(parcel, random) },
];

function chooseUse(share: number): Use {
  let left = share;
  for (const use of uses) {
    left -= use.share;
    if (left < 0) return use;
  }
  return itemAt(uses, 0);
}

function longAxis(parcel: Polygon): number {
  return heading(longestEdge(parcel));
}

function furrows(
  parcel: Polygon,
  random: Random,
  gap: number,
  colour: string,
  weight: number,
): string {
  const angle = longAxis(parcel) + random.pick([0, 0, Math.PI / 2, 0.4]);
  const paths = hatch(parcel, angle, gap).map((line) => {
    const points = bentLine(line, 22);
    const skip = random.next() < 0.12 ? Math.floor(points.length * 0.3) : 0;
    return `M${points
      .slice(skip)
      .map(({ x, y }) => point(x + random.between(-0.7, 0.7), y + random.between(-0.7, 0.7)))
      .join("L")}`;
  });
  return `<path d="${paths.join("")}" fill="none" stroke="${colour}" stroke-width="${weight}" stroke-linecap="round"/>`;
}

function spread(parcel: Polygon, gap: number, random: Random, angle = longAxis(parcel)): Point[] {
  return hatch(parcel, angle, gap).flatMap(({ from, to }) => {
    const count = Math.floor(Math.hypot(to.x - from.x, to.y - from.y) / gap);
    return Array.from({ length: count }, (_, index) => {
      const at = bend(between(from, to, (index + 0.5) / count));
      return { x: at.x + random.between(-1.4, 1.4), y: at.y + random.between(-1.4, 1.4) };
    });
  });
}

function sown(parcel: Polygon, random: Random): string {
  return shape(
    spread(parcel, 11, random)
      .map((at) => gouge({ x: at.x - 2.4, y: at.y + 1 }, { x: at.x + 2.4, y: at.y - 1 }, 1.5))
      .join(""),
    "#8a5f1c",
  );
}

function meadow(parcel: Polygon, random: Random): string {
  const tufts = spread(parcel, 27, random, 0.3).map(({ x, y }) =>
    [-0.7, 0, 0.7]
      .map((lean) =>
        gouge({ x: x + lean * 3, y }, { x: x + lean * 8, y: y - 9 + Math.abs(lean) * 3 }, 1.1),
      )
      .join(""),
  );
  return shape(tufts.join(""), green);
}

function orchard(parcel: Polygon, random: Random): string {
  return spread(parcel, 25, random)
    .map((at) => mapTree(at, 7.4, random))
    .join("");
}

function wood(parcel: Polygon, random: Random): string {
  return spread(parcel, 19, random, 0.2)
    .map((at) => ({ x: at.x + random.between(-5, 5), y: at.y + random.between(-5, 5) }))
    .toSorted((one, other) => one.y - other.y)
    .map((at) => mapTree(at, random.between(8, 13), random))
    .join("");
}

/** A tree from above and a little from the side, with its shadow to the east. */
export function mapTree(at: Point, size: number, random: Random): string {
  const crown = mass(at, size, size * 0.94, random, 0.13);
  const shade = gouge(
    { x: at.x + size * 0.15, y: at.y + size * 0.8 },
    { x: at.x + size * 0.8, y: at.y - size * 0.2 },
    size * 0.34,
    size * 0.3,
  );
  const shine = gouge(
    { x: at.x - size * 0.5, y: at.y + size * 0.1 },
    { x: at.x + size * 0.05, y: at.y - size * 0.55 },
    size * 0.12,
    -size * 0.14,
  );
  return `<ellipse cx="${(at.x + size * 0.7).toFixed(1)}" cy="${(at.y + size * 0.6).toFixed(1)}" rx="${(size * 0.95).toFixed(1)}" ry="${(size * 0.5).toFixed(1)}" fill="${ink}" opacity="0.4"/><path d="${crown}" fill="#4f7d45" stroke="${ink}" stroke-width="1.5"/>${shape(shade, "#274b2d")}${shape(shine, "#C6CF7A")}`;
}

function hedge(parcel: Polygon, random: Random): string {
  if (area(parcel) < 9000 || random.next() < 0.35) return "";
  const points = bentLine(random.pick(edges(parcel)), 15);
  return points
    .map((at) => (random.next() < 0.22 ? "" : mapTree(at, random.between(4.2, 7.6), random)))
    .join("");
}
