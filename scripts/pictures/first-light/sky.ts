import { inkFor, type Packed } from "../colour.ts";
import { noise, roughNoise, smoothStep } from "../noise.ts";
import type { LandscapeInks } from "./inks.ts";
import { light } from "./view.ts";

/** Tones fall away from the light in rings whose edges are cut into rays near it and into bars further out. */
export function skyAt(x: number, y: number, inks: LandscapeInks): Packed {
  const dx = x - light.x;
  const dy = y - light.y;
  const reach = Math.hypot(dx, dy);
  if (reach < light.radius) return discAt(x, y, inks);
  const cloud = cloudAt(x, y, inks);
  if (cloud !== undefined) return cloud;
  if (inks.stars && isStar(x, y, reach)) return inks.disc;
  const fall = Math.hypot(dx * 0.62, dy * 1.35);
  const angle = Math.atan2(dy, dx);
  const rays = noise(angle * 34 + 60, reach / 420) - 0.5;
  const bars = noise(x / 95, y / 3.4) - 0.5;
  const near = smoothStep(620, 120, reach);
  const cut = rays * near * (inks.stars ? 0.09 : 0.2) + bars * (1 - near) * 0.16;
  return inkFor(1.02 - (fall / 640) ** 0.62 * 0.98 + cut, inks.sky);
}

// The sun is blank paper; the moon shows its seas.
function discAt(x: number, y: number, inks: LandscapeInks): Packed {
  if (!inks.stars) return inks.disc;
  const seas = roughNoise(x / 26 + 4.4, y / 22 + 1.1, 3) + (noise(x / 30, y / 2.2) - 0.5) * 0.12;
  return seas > 0.56 ? inks.discShade : inks.disc;
}

// Clouds take the light from below, and have burnt off around it so that the rays stay whole.
function cloudAt(x: number, y: number, inks: LandscapeInks): Packed | undefined {
  const band = smoothStep(40, 120, y) * smoothStep(380, 300, y);
  const drift = roughNoise(x / 330 + 3.7, y / 26 + 1.2, 4);
  const burnt = 0.16 * Math.exp(-(((x - light.x) / 400) ** 2) - ((y - light.y) / 330) ** 2);
  const edge = noise(x / 60, y / 2.6) * 0.06 - burnt;
  const body = drift * band + edge;
  if (body < 0.66) return undefined;
  const under = roughNoise(x / 330 + 3.7, (y + 5) / 26 + 1.2, 4) * band + edge;
  return under < 0.66 ? inks.cloudLit : inks.cloud;
}

function isStar(x: number, y: number, reach: number): boolean {
  if (y > 400 || reach < 230) return false;
  const cell = 46;
  const column = Math.floor(x / cell);
  const row = Math.floor(y / cell);
  if (noise(column * 3.71 + 0.5, row * 5.13 + 0.5) < 0.62) return false;
  const sx = (column + 0.2 + 0.6 * noise(column * 7.7, row * 3.3)) * cell;
  const sy = (row + 0.2 + 0.6 * noise(column * 2.9, row * 8.1)) * cell;
  const size = 0.9 + 1.9 * noise(column * 1.9 + 40, row * 2.7);
  return Math.abs(x - sx) + Math.abs(y - sy) < size;
}
