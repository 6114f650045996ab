import { seededRandom } from "./seeded-random.ts";

const size = 256;
const random = seededRandom(1874);
const lattice = Float32Array.from({ length: size * size }, () => random.next());

function level(index: number): number {
  return lattice[index] as number;
}

/** Smooth value noise in [0, 1], repeating every 256 units. */
export function noise(x: number, y: number): number {
  const column = Math.floor(x);
  const row = Math.floor(y);
  const fx = x - column;
  const fy = y - row;
  const sx = fx * fx * (3 - 2 * fx);
  const sy = fy * fy * (3 - 2 * fy);
  const left = column & 255;
  const right = (column + 1) & 255;
  const top = (row & 255) << 8;
  const bottom = ((row + 1) & 255) << 8;
  const upper = level(top | left) + (level(top | right) - level(top | left)) * sx;
  const lower = level(bottom | left) + (level(bottom | right) - level(bottom | left)) * sx;
  return upper + (lower - upper) * sy;
}

/** Several octaves of noise, still in [0, 1]. */
export function roughNoise(x: number, y: number, octaves = 4): number {
  let sum = 0;
  let amplitude = 0.5;
  let total = 0;
  for (let octave = 0; octave < octaves; octave++) {
    const scale = 2 ** octave;
    sum += noise(x * scale + octave * 17.3, y * scale + octave * 9.1) * amplitude;
    total += amplitude;
    amplitude /= 2;
  }
  return sum / total;
}

/** Eases from 0 at `from` to 1 at `to`; works downwards as well. */
export function smoothStep(from: number, to: number, value: number): number {
  const t = Math.min(1, Math.max(0, (value - from) / (to - from)));
  return t * t * (3 - 2 * t);
}
