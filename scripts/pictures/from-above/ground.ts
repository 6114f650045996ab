import { inkFor, type Packed, packed } from "../colour.ts";
import { noise, roughNoise, smoothStep } from "../noise.ts";

export const width = 1600;
export const height = 900;

const ramp = (...hexes: string[]) => hexes.map(packed);
const soil = ramp("#24170e", "#382315", "#50321d", "#6d4527", "#8f5d34", "#b17d4a");
const stubble = ramp("#a8792c", "#c3933a", "#d8ad4c", "#e7c468", "#f2d98d");
const meadow = ramp("#3f6b38", "#557f40", "#6f964a", "#8dae58");
const lane = ramp("#c9b184", "#ddc89c", "#ead9b2");

/** Where the plough is: what lies behind it is turned, what lies before it is not yet. */
export const tractorX = 985;
const passWidth = 62;

/** Counts the rows of the field: each is a line on which this stays the same. */
export function acrossAt(x: number, y: number): number {
  return y + 0.24 * x + 52 * Math.sin(x / 430);
}

/** The line that the plough follows. */
export const furrowLine = acrossAt(tractorX, 478);

export function yOnRow(across: number, x: number): number {
  return across - 0.24 * x - 52 * Math.sin(x / 430);
}

/** The lane between the field and the meadow beyond it. */
export function laneX(y: number): number {
  return 1455 - 0.32 * y + 16 * Math.sin(y / 120);
}

export function groundAt(x: number, y: number): Packed {
  const aside = x - laneX(y);
  if (aside > 46) return inkFor(0.25 + roughNoise(x / 70, y / 60) * 0.5, meadow);
  if (aside > 8) return inkFor(0.3 + noise(x / 3, y / 9) * 0.7 - ruts(aside), lane);
  const across = acrossAt(x, y);
  const ahead = passWidth * smoothStep(tractorX - 200, tractorX - 70, x);
  const edge = furrowLine + ahead + (noise(x / 7, y / 7) - 0.5) * 8;
  return across > edge ? turned(x, y, across) : standing(x, across);
}

const ruts = (aside: number) => (Math.abs(Math.abs(aside - 27) - 9) < 3 ? 0.35 : 0);

function turned(x: number, y: number, across: number): Packed {
  const row = across / 15.5 + (roughNoise(x / 60, y / 26, 3) - 0.5) * 0.5;
  const flank = Math.sin(row * Math.PI * 2) * 0.24;
  const clods =
    (noise(x / 4.5, y / 3.5) - 0.5) * 0.34 + (roughNoise(x / 130, y / 90, 3) - 0.5) * 0.3;
  // Earth is dark where it was turned a moment ago, and dries with every pass.
  const dried = smoothStep(furrowLine, furrowLine + 420, across) * 0.24;
  return inkFor(0.3 + flank + clods + dried, soil);
}

function standing(x: number, across: number): Packed {
  const drills = Math.sin((across / 8.5) * Math.PI * 2) * 0.16;
  const straw = (noise(x / 9, across / 1.7) - 0.5) * 0.42;
  const swathe = Math.floor(across / 96) % 2 === 0 ? 0.09 : -0.09;
  const wheels = Math.abs((((across % 192) + 192) % 192) - 96);
  const tramline = Math.abs(wheels - 9) < 2.4 ? 0.28 : 0;
  return inkFor(0.52 + drills + straw + swathe + tramline, stubble);
}
