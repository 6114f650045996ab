import { inkFor, type Packed } from "../colour.ts";
import { itemAt } from "../item-at.ts";
import { noise, roughNoise, smoothStep } from "../noise.ts";
import type { LandscapeInks } from "./inks.ts";
import { farRidge, fieldEdge, light, midRidge, nearRidge } from "./view.ts";

/** The three ridges behind the field, or nothing where the sky shows. */
export function hillAt(x: number, y: number, inks: LandscapeInks): Packed | undefined {
  if (y > nearRidge(x)) return valleyAt(x, y, inks);
  if (y > midRidge(x)) return slopeAt(x, y, midRidge(x), inks.midHill, 0.9);
  if (y > farRidge(x)) return slopeAt(x, y, farRidge(x), inks.farHill, 1.15);
  return undefined;
}

/** A hazy slope: brightest along the crest under the light, cut with strokes that run downhill. */
function slopeAt(
  x: number,
  y: number,
  ridge: number,
  ramp: readonly Packed[],
  glow: number,
): Packed {
  const depth = y - ridge;
  const towards = Math.exp(-(((x - light.x) / 420) ** 2)) * glow;
  const strokes = noise((x + depth * 1.4) / 7, depth / 46) - 0.5;
  const fold = roughNoise(x / 120 + 5, (y + x * 0.12) / 60, 3);
  return inkFor(0.16 + towards * 0.62 + fold * 0.4 - depth / 170 + strokes * 0.3, ramp);
}

/** The near valley is a quilt of parcels, each ploughed its own way and hedged in. */
function valleyAt(x: number, y: number, inks: LandscapeInks): Packed {
  const top = nearRidge(x);
  const depth = (y - top) / (fieldEdge(x) - top + 30);
  const across = (x + depth * 120 * Math.sin(x / 300)) / 148 + 0.24 * noise(x / 80, y / 30);
  const down = depth * 2.6 + 0.35 * noise(x / 130 + 9, 2);
  const column = Math.floor(across + Math.floor(down) * 0.43);
  const inColumn = across + Math.floor(down) * 0.43 - column;
  const inRow = down - Math.floor(down);
  const bush = 0.5 + noise(x / 6, y / 5);
  if (inRow < 0.16 * bush || inColumn < 0.035 * bush) {
    return noise(x / 5 + 3, y / 4) > 0.62 ? inks.hedgeLit : inks.hedge;
  }
  const kind = Math.floor(
    noise(column * 5.3 + 0.4, Math.floor(down) * 7.7 + 0.7) * 1.7 * inks.parcels.length,
  );
  const base = itemAt(inks.parcels, kind);
  const turn = itemAt([-1, 0.5, 1.15], kind);
  const furrow = Math.sin((x * 0.34 + y * turn * 1.1) * (kind % 2 ? 1.25 : 0.95));
  const shine = Math.exp(-(((x - light.x) / 300) ** 2)) * smoothStep(0.1, 0.6, inColumn);
  if (furrow > 0.62 - shine * 0.7) return shine > 0.3 ? inks.parcelLit : inks.parcelFurrow;
  return base;
}
