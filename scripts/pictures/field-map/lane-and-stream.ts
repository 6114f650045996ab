import { gouge, type Point, point, shape } from "../hand-cut.ts";
import { itemAt } from "../item-at.ts";
import { ink } from "./parcels.ts";
import { bentLine, lane, stream } from "./survey.ts";

const path = (points: readonly Point[]) => `M${points.map(({ x, y }) => point(x, y)).join("L")}`;
const stroke = (points: readonly Point[], colour: string, width: number, dash = "") =>
  `<path d="${path(points)}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linejoin="round" ${dash ? `stroke-dasharray="${dash}"` : ""}/>`;

export function water(): string {
  const course = bentLine(stream, 10);
  const shifted = (offset: number) => course.map(({ x, y }) => ({ x, y: y + offset }));
  return (
    stroke(course, ink, 37) +
    stroke(course, "#A9C9C4", 32) +
    stroke(shifted(-9), "#47767a", 1.6) +
    stroke(shifted(-3.5), "#47767a", 1.4, "60 16 22 12") +
    stroke(shifted(3), "#F3F1DE", 2, "34 28 12 20") +
    stroke(shifted(9), "#47767a", 1.6, "44 10 80 14")
  );
}

export function road(): string {
  const course = bentLine(lane, 10);
  return stroke(course, ink, 31) + stroke(course, "#F6EBCB", 26.5) + ruts(course);
}

// Cart wheels leave two tracks; a dashed middle line would make a motor road of it.
function ruts(course: readonly Point[]): string {
  return [-6, 6]
    .map((offset) =>
      stroke(
        course.map(({ x, y }) => ({ x: x + offset, y })),
        "#C3A06A",
        1.6,
        "46 9 18 12",
      ),
    )
    .join("");
}

/** Planks where the lane meets the stream. */
export function bridge(): string {
  const road = bentLine(lane, 4);
  const course = bentLine(stream, 4);
  const distance = (at: Point) =>
    Math.min(...course.map((other) => Math.hypot(other.x - at.x, other.y - at.y)));
  const nearest = road.reduce(
    (best, at, index) => (distance(at) < distance(itemAt(road, best)) ? index : best),
    0,
  );
  const deck = road.slice(nearest - 7, nearest + 8);
  const ahead = itemAt(road, nearest + 7);
  const behind = itemAt(road, nearest - 7);
  const angle = Math.atan2(ahead.y - behind.y, ahead.x - behind.x) + Math.PI / 2;
  const out = { x: Math.cos(angle) * 17, y: Math.sin(angle) * 17 };
  const planks = deck.map((at) =>
    gouge({ x: at.x - out.x, y: at.y - out.y }, { x: at.x + out.x, y: at.y + out.y }, 1.3),
  );
  const rail = (side: number) =>
    stroke(
      deck.map((at) => ({ x: at.x + out.x * side, y: at.y + out.y * side })),
      ink,
      5,
    );
  return stroke(deck, "#C08A52", 36) + shape(planks.join(""), ink) + rail(1) + rail(-1);
}
