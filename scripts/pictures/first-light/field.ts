import { inkFor, type Packed } from "../colour.ts";
import { noise, roughNoise, smoothStep } from "../noise.ts";
import type { LandscapeInks } from "./inks.ts";
import { distanceAt, light, rowAt } from "./view.ts";

/** Turned soil: ridges lit on the flank that faces the light, wet furrows that carry a path of it to the viewer. */
export function soilAt(x: number, y: number, inks: LandscapeInks): Packed {
  const distance = distanceAt(y);
  const detail = smoothStep(8, 1.6, distance);
  const across = rowAt(x, y);
  const row = across + (roughNoise(across * 3.4, distance * 11, 2) - 0.5) * 0.16 * detail;
  const phase = row - Math.round(row);
  const path = Math.exp(-(((x - light.x) / (150 + (y - 520) * 0.42)) ** 2));
  const far = smoothStep(1.4, 8.5, distance);
  let tone = ridge(phase, x, far) + clods(row, phase, distance, detail);
  tone += path * (0.15 + far * 0.36) + far * 0.17;
  tone += glint(phase, row, distance) * path * 0.72;
  tone -= smoothStep(800, 1200, y) * 0.08;
  return inkFor(tone, inks.soil);
}

// Rows that run straight at the light have no lit flank; there the crest takes the light from behind instead.
function ridge(phase: number, x: number, far: number): number {
  const lateral = Math.tanh((light.x - x) / 420);
  const flank = Math.sin(phase * Math.PI * 2) * lateral * (0.2 + 0.06 * far);
  const crest = Math.cos(phase * Math.PI * 2) * 0.13 * (1 - Math.abs(lateral) * 0.7);
  const trough = smoothStep(0.3, 0.46, Math.abs(phase)) * (0.2 - 0.08 * far);
  return 0.34 + flank + crest - trough;
}

/** Short cuts that run down both flanks from the crest, and the lumps that the plough left. */
function clods(row: number, phase: number, distance: number, detail: number): number {
  const down = Math.abs(phase) * 1.5;
  const cuts = noise((distance + down * 0.16) * 46, Math.round(row) * 3.7 + phase * 5) - 0.5;
  const lumps = roughNoise(row * 5, distance * 21, 3) - 0.5;
  const long = noise(row * 15, distance * 5.5) - 0.5;
  const flank = smoothStep(0.02, 0.12, Math.abs(phase)) * smoothStep(0.5, 0.4, Math.abs(phase));
  return (
    cuts * flank * 0.3 * detail + lumps * (0.26 * detail + 0.04) + long * (0.12 * detail + 0.06)
  );
}

// Standing wet in the bottom of a furrow catches the sky in long broken strokes.
function glint(phase: number, row: number, distance: number): number {
  const bottom = smoothStep(
    0.415,
    0.475,
    Math.abs(phase) + (noise(row * 9, distance * 14) - 0.5) * 0.06,
  );
  return bottom * smoothStep(0.4, 0.62, noise(Math.round(row + 0.5) * 5.3 + 11, distance * 5.2));
}
