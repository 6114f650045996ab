import { itemAt } from "./item-at.ts";
/** A colour packed as 0xrrggbb, the form the pixel painters work in. */
export type Packed = number;

export function packed(hex: string): Packed {
  return Number.parseInt(hex.slice(1), 16);
}

export function hex(colour: Packed): string {
  return `#${colour.toString(16).padStart(6, "0")}`;
}

export function mix(from: Packed, to: Packed, share: number): Packed {
  const channel = (shift: number) => {
    const start = (from >> shift) & 255;
    return Math.round(start + (((to >> shift) & 255) - start) * share) << shift;
  };
  return channel(16) | channel(8) | channel(0);
}

/** Picks one ink of a ramp for a tone in [0, 1]: flat inks with hard edges, as a reduction print has. */
export function inkFor(tone: number, ramp: readonly Packed[]): Packed {
  const index = Math.floor(Math.min(0.9999, Math.max(0, tone)) * ramp.length);
  return itemAt(ramp, index);
}
