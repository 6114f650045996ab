import sharp from "sharp";
import { mix, type Packed, packed } from "../colour.ts";
import { sheet } from "../hand-cut.ts";
import { noise } from "../noise.ts";
import { colourLayer, type Part, softFilters, toneLayer } from "./part.ts";

const size = 320;
const samples = 3;
const wide = size * samples;
const lineGap = 4.7;
const ink = packed("#231A12");

export type Medallion = { parts: readonly Part[]; ground: string; rays: string; mirrored: boolean };

/** Prints the flat colours, cuts the shading into lines that follow the round of the head, and rings the result. */
export async function engrave(medallion: Medallion): Promise<Buffer> {
  const turn = medallion.mirrored ? `transform="translate(${size} 0) scale(-1 1)"` : "";
  const figure = (body: string) =>
    `<g ${turn}><g transform="translate(160 166) scale(1.05) translate(-160 -160)">${body}</g></g>`;
  const colour = await layer(
    `<rect width="320" height="320" fill="${medallion.ground}"/>${halo(medallion.rays)}${figure(colourLayer(medallion.parts))}`,
  );
  const tone = await layer(
    `<defs>${softFilters(medallion.parts)}</defs><rect width="320" height="320" fill="#fff"/>${figure(toneLayer(medallion.parts))}`,
  );
  const pixels = Buffer.alloc(wide * wide * 4);
  for (let row = 0; row < wide; row++) {
    for (let column = 0; column < wide; column++) {
      const index = row * wide + column;
      const x = (column + 0.5) / samples;
      const y = (row + 0.5) / samples;
      const flat = colour.readUIntBE(index * 3, 3);
      const printed = framed(x, y, flat, 1 - tone.readUInt8(index * 3) / 255);
      pixels[index * 4] = printed >> 16;
      pixels[index * 4 + 1] = (printed >> 8) & 255;
      pixels[index * 4 + 2] = printed & 255;
      pixels[index * 4 + 3] = Math.hypot(x - 160, y - 160) < 159 ? 255 : 0;
    }
  }
  return sharp(pixels, { raw: { width: wide, height: wide, channels: 4 } })
    .resize(size, size)
    .png()
    .toBuffer();
}

function framed(x: number, y: number, flat: Packed, darkness: number): Packed {
  const reach = Math.hypot(x - 160, y - 160) + (noise(x / 9, y / 9) - 0.5) * 1.2;
  if (reach > 154 || (reach > 147.5 && reach < 149.2)) return ink;
  if (reach > 147.5) return packed("#F7F0E1");
  const worn = noise(x / 1.3 + 9, y / 1.3) > 0.955 ? 0.16 : 0;
  if (isCut(x, y, darkness)) return mix(ink, flat, worn * 2);
  return mix(flat, packed("#F7F0E1"), worn + (noise(x / 6, y / 6) - 0.5) * 0.05);
}

/** Whether a line of the engraving passes here: lines thicken with darkness, and cross where it is deep. */
function isCut(x: number, y: number, darkness: number): boolean {
  if (darkness < 0.06) return false;
  const shake = (noise(x / 13, y / 11) - 0.5) * 1.5;
  const bulge = (x - 160) ** 2 / 420;
  const first = Math.abs(((y * 0.93 + x * 0.36 - bulge * 0.5 + shake) / lineGap) % 1);
  if (Math.abs(first - 0.5) < darkness * 0.52) return true;
  if (darkness < 0.56) return false;
  const second = Math.abs(((x * 0.9 - y * 0.5 + bulge * 0.3 + 900 + shake) / lineGap) % 1);
  return Math.abs(second - 0.5) < (darkness - 0.5) * 0.5;
}

function halo(tint: string): string {
  const rays = Array.from({ length: 36 }, (_, index) => {
    const angle = (index / 36) * Math.PI * 2;
    const at = (reach: number, turn: number) =>
      `${(160 + Math.cos(angle + turn) * reach).toFixed(1)} ${(150 + Math.sin(angle + turn) * reach).toFixed(1)}`;
    return `M${at(84, 0)}L${at(190, 0.036)}L${at(190, -0.036)}Z`;
  });
  return `<path d="${rays.join("")}" fill="${tint}"/>`;
}

async function layer(body: string): Promise<Buffer> {
  const scaled = sheet(wide, wide, `<g transform="scale(${samples})">${body}</g>`);
  return sharp(scaled).removeAlpha().raw().toBuffer();
}
