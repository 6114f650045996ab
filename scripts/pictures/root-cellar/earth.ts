import { inkFor, type Packed, packed } from "../colour.ts";
import { noise, roughNoise, smoothStep } from "../noise.ts";

export const width = 1440;
export const height = 1800;

const ramp = (...hexes: string[]) => hexes.map(packed);

const sky = ramp("#cfdfdb", "#e3e6d9", "#f3e6c8", "#f8d9a6", "#f9d68c", "#fdeeb8");
const hills = ramp("#6f8b74", "#8ba27f", "#b0b583", "#d9c888");
const strata = [
  { depth: 0, inks: ramp("#1d130c", "#2a1c12", "#3b2819", "#4d3220") },
  { depth: 260, inks: ramp("#3b2819", "#4d3220", "#5f3e26", "#74492a") },
  { depth: 590, inks: ramp("#6a3f22", "#84502b", "#9d6434", "#b97b40") },
  { depth: 900, inks: ramp("#5b4632", "#72583c", "#8a6c49", "#a88558") },
  { depth: 1130, inks: ramp("#1c3a3c", "#27504f", "#356662", "#5d8d80") },
] as const;

const sun = { x: 1176, y: 236 };

/** Where soil meets air. */
export function ground(x: number): number {
  return 560 + 14 * Math.sin(x / 210 + 1) + 16 * (roughNoise(x / 60, 2.5, 3) - 0.5);
}

/** Air, hills, or the layer of soil at a point; the layers are cut into each other along their borders. */
export function earthAt(x: number, y: number): Packed {
  const top = ground(x);
  if (y < top) return airAt(x, y);
  const fold = 44 * Math.sin(x / 330 + 0.6) + 90 * (roughNoise(x / 300, 7.7, 4) - 0.5);
  const teeth = 30 * (noise(x / 11, y / 40) - 0.5) + 34 * (noise(x / 70, y / 6) - 0.5);
  const depth = y - top;
  const bedded = depth + fold * smoothStep(30, 260, depth);
  const cut = bedded + teeth * smoothStep(60, 200, depth);
  const layer = strata.findLast((stratum) => cut >= stratum.depth) ?? strata[0];
  return inkFor(toneOf(x, bedded, cut, layer.depth), layer.inks);
}

/** Long cuts that follow the bedding, light on the upper side of each layer and around the root. */
function toneOf(x: number, bedded: number, cut: number, start: number): number {
  const swells = roughNoise(x / 210, bedded / 46, 3) - 0.5;
  const bedding = noise(x / 74, bedded / 6.5) - 0.5;
  const dashes = noise(x / 26 + 50, bedded / 3.6) - 0.5;
  const wet = start > 1100 ? noise(x / 190, bedded / 12) - 0.4 : 0;
  const rim = smoothStep(40, 0, cut - start) * 0.24;
  const glow = Math.exp(-(((x - 730) / 380) ** 2)) * 0.2;
  return 0.34 + swells * 0.62 + bedding * 0.42 + dashes * 0.3 + wet * 0.6 + rim + glow;
}

function airAt(x: number, y: number): Packed {
  const ridge = 452 - 40 * roughNoise(x / 420 + 4, 1.5, 3) + 20 * Math.sin(x / 300);
  if (y > ridge) {
    const strokes = noise((x + (y - ridge)) / 8, (y - ridge) / 40) - 0.5;
    return inkFor(0.85 - (y - ridge) / 120 + strokes * 0.4 - Math.abs(x - sun.x) / 1500, hills);
  }
  const reach = Math.hypot(x - sun.x, y - sun.y);
  if (reach < 80) return packed("#fffbe6");
  const rays =
    (noise(Math.atan2(y - sun.y, x - sun.x) * 30 + 50, reach / 300) - 0.5) *
    smoothStep(520, 120, reach);
  const bars = (noise(x / 90, y / 3.6) - 0.5) * smoothStep(100, 500, reach);
  return inkFor(1 - (reach / 900) ** 0.62 + rays * 0.3 + bars * 0.2, sky);
}
