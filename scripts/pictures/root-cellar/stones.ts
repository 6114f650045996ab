import { gouge, type Point, roundedPath, shape } from "../hand-cut.ts";
import { type Random, seededRandom } from "../seeded-random.ts";
import { ground, width } from "./earth.ts";

const bodies = ["#8f8672", "#a89a7c", "#77705f", "#b9a98a"];

/** Stones, small and few near the top, large below; none lies where the tap root goes. */
export function stones(keepClear: (x: number, y: number) => boolean): string {
  const random = seededRandom(88);
  const placed: Array<Point & { size: number }> = [];
  const drawn: string[] = [];
  for (let attempt = 0; attempt < 900 && placed.length < 120; attempt++) {
    const x = random.between(-10, width + 10);
    const depth = 60 + 1020 * Math.sqrt(random.next());
    const size = random.between(5, 13) + (depth / 1100) ** 2 * random.between(4, 44);
    const y = ground(x) + depth;
    const touches = placed.some(
      (other) => Math.hypot(other.x - x, other.y - y) < (other.size + size) * 1.25,
    );
    if (touches || keepClear(x, y)) continue;
    placed.push({ x, y, size });
    drawn.push(stone({ x, y }, size, random));
  }
  return drawn.join("");
}

function stone(centre: Point, size: number, random: Random): string {
  const corners = Math.round(random.between(7, 10));
  const flat = random.between(0.58, 0.8);
  const tilt = random.between(-0.4, 0.4);
  const outline = Array.from({ length: corners }, (_, index) => {
    const angle = (index / corners) * Math.PI * 2 + random.between(-0.16, 0.16);
    const x = Math.cos(angle) * size * random.between(0.92, 1.2);
    const y = Math.sin(angle) * size * flat * random.between(0.9, 1.1);
    return {
      x: centre.x + x * Math.cos(tilt) - y * Math.sin(tilt),
      y: centre.y + x * Math.sin(tilt) + y * Math.cos(tilt),
    };
  });
  const cuts = Array.from({ length: Math.round(size / 3.2) }, (_, index) => {
    const share = (index + 0.5) / Math.round(size / 3.2) - 0.5;
    const from = {
      x: centre.x + share * size * 1.4 + size * 0.1,
      y: centre.y + size * flat * 0.12,
    };
    return gouge(
      from,
      { x: from.x - size * 0.14, y: centre.y + size * flat * (0.78 - Math.abs(share)) },
      1.3,
    );
  });
  const shine = gouge(
    { x: centre.x - size * 0.55, y: centre.y - size * flat * 0.3 },
    { x: centre.x + size * 0.35, y: centre.y - size * flat * 0.62 },
    size * 0.09,
  );
  return `<path d="${roundedPath(outline)}" fill="${random.pick(bodies)}" stroke="#20150d" stroke-width="2.6" stroke-linejoin="round"/>${shape(cuts.join(""), "#2c2118")}${shape(shine, "#EADDBD")}`;
}
