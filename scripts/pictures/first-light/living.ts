import { gouge, type Point, point, shape } from "../hand-cut.ts";
import { seededRandom } from "../seeded-random.ts";
import type { LandscapeInks } from "./inks.ts";
import { light, pointOnRow } from "./view.ts";

/** Rooks rising off the field, larger towards the viewer. */
export function birds(inks: LandscapeInks): string {
  const random = seededRandom(12);
  const flock: Array<[number, number, number]> = [
    [905, 300, 17],
    [952, 276, 14],
    [868, 262, 12],
    [1004, 318, 11],
    [930, 236, 10],
    [1040, 262, 9],
    [826, 310, 9],
    [984, 222, 8],
  ];
  return flock
    .map(([x, y, span]) => bird({ x, y }, span, random.between(-0.25, 0.25), inks))
    .join("");
}

function bird(at: Point, span: number, tilt: number, inks: LandscapeInks): string {
  const wing = (side: number) => {
    const tip = { x: at.x + side * span, y: at.y - span * (0.34 + tilt * side) };
    const elbow = point(at.x + side * span * 0.42, at.y - span * 0.5);
    const under = point(at.x + side * span * 0.4, at.y - span * 0.2);
    return `M${point(at.x, at.y)}Q${elbow} ${point(tip.x, tip.y)}Q${under} ${point(at.x, at.y + span * 0.16)}Z`;
  };
  const body = gouge(
    { x: at.x - span * 0.1, y: at.y - span * 0.16 },
    { x: at.x + span * 0.12, y: at.y + span * 0.4 },
    span * 0.13,
  );
  return shape(wing(-1) + wing(1) + body, inks.bird);
}

/** A sower on the far rows: the one upright figure, small, dark against the lit soil, its shadow running to the viewer. */
export function sower(inks: LandscapeInks): string {
  const foot = pointOnRow(-0.6, 5.6);
  const { x, y } = foot;
  const coat = `M${point(x - 7, y - 69)}Q${point(x + 2, y - 72)} ${point(x + 9, y - 67)}Q${point(x + 9, y - 46)} ${point(x + 13, y - 27)}Q${point(x, y - 23)} ${point(x - 12, y - 26)}Q${point(x - 8, y - 48)} ${point(x - 7, y - 69)}Z`;
  const limbs = [
    gouge({ x: x - 3, y: y - 34 }, { x: x - 13, y: y + 2 }, 7),
    gouge({ x: x + 4, y: y - 34 }, { x: x + 12, y: y }, 7),
    gouge({ x: x + 8, y: y }, { x: x + 19, y: y - 1 }, 3),
    gouge({ x: x - 16, y: y + 1 }, { x: x - 5, y: y + 2 }, 3),
    gouge({ x: x + 5, y: y - 66 }, { x: x + 32, y: y - 47 }, 6, -5),
    gouge({ x: x - 5, y: y - 66 }, { x: x - 14, y: y - 36 }, 6, 5),
  ];
  const rim =
    gouge({ x: x + 7, y: y - 63 }, { x: x + 5, y: y - 34 }, 1.6, 2) +
    gouge({ x: x + 6, y: y - 61 }, { x: x + 26, y: y - 50 }, 1.1, -3);
  return (
    shadow(foot, inks) +
    [coat, ...limbs].map((path) => shape(path, inks.silhouette)).join("") +
    `<ellipse cx="${x - 11}" cy="${y - 40}" rx="8.5" ry="9.5" fill="${inks.wall}" stroke="${inks.silhouette}" stroke-width="1.6"/>` +
    `<ellipse cx="${x + 1}" cy="${y - 73}" rx="5.4" ry="6.4" fill="${inks.silhouette}"/>` +
    `<path d="M${point(x - 13, y - 74)}Q${point(x + 1, y - 80)} ${point(x + 15, y - 75)}Q${point(x + 9, y - 78)} ${point(x + 8, y - 82)}Q${point(x, y - 87)} ${point(x - 6, y - 81)}Q${point(x - 7, y - 77)} ${point(x - 13, y - 74)}Z" fill="${inks.silhouette}"/>` +
    shape(rim, inks.leafEdge) +
    seed({ x: x + 30, y: y - 47 }, inks)
  );
}

function shadow(foot: Point, inks: LandscapeInks): string {
  const reach = { x: foot.x + (foot.x - light.x) * 0.42, y: foot.y + 92 };
  const legs =
    gouge({ x: foot.x - 11, y: foot.y }, reach, 6) + gouge({ x: foot.x + 10, y: foot.y }, reach, 6);
  return `<path d="${legs}" fill="${inks.silhouette}" opacity="0.6"/>`;
}

function seed(hand: Point, inks: LandscapeInks): string {
  const random = seededRandom(3);
  return Array.from({ length: 18 }, () => {
    const along = random.next();
    const cx = hand.x + 3 + along * 34;
    const cy = hand.y + along * along * 34 + random.between(-4, 4);
    return `<circle cx="${cx.toFixed(1)}" cy="${cy.toFixed(1)}" r="1.4" fill="${inks.leafEdge}"/>`;
  }).join("");
}
