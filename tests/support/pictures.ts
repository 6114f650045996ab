import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";

const grainTile = 64;

/** A picture that encodes like a photograph: noise over a gradient. */
export async function photo(width: number, height: number): Promise<Buffer> {
  const noise = await sharp({
    create: {
      width: grainTile,
      height: grainTile,
      channels: 3,
      background: "#000000",
      noise: { type: "gaussian", mean: 128, sigma: 30 },
    },
  })
    .png()
    .toBuffer();
  return sharp(noise).resize(width, height, { fit: "fill" }).jpeg({ quality: 85 }).toBuffer();
}

/** Red on the left, blue on the right. Stored rotated, with an EXIF orientation. */
export async function photoOnItsSide(width: number, height: number): Promise<Buffer> {
  const half = { width: Math.round(width / 2), height, channels: 3 } as const;
  const red = await sharp({ create: { ...half, background: "#d01010" } })
    .png()
    .toBuffer();
  const upright = await sharp({ create: { ...half, width, background: "#1010d0" } })
    .composite([{ input: red, left: 0, top: 0 }])
    .png()
    .toBuffer();
  return sharp(upright)
    .rotate(-90)
    .withExif({ IFD0: { Copyright: "a secret place" } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
}

/** Two frames; the first one is red. */
export async function animation(): Promise<Buffer> {
  const frame = { width: 40, height: 30, channels: 3 } as const;
  const frames = await Promise.all(
    ["#ff0000", "#0000ff"].map((background) =>
      sharp({ create: { ...frame, background } })
        .png()
        .toBuffer(),
    ),
  );
  return sharp(frames, { join: { animated: true } })
    .gif({ delay: [100, 100] })
    .toBuffer();
}

/** A black PNG of any size in a few kilobytes; all its lines are equal. */
export function blackPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // One bit per pixel, greyscale.
  header.set([1, 0, 0, 0, 0], 8);
  const line = Math.ceil(width / 8) + 1;
  const pixels = deflateSync(Buffer.alloc(line * height));
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("IDAT", pixels),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

export const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
);

export const html = Buffer.from("<!doctype html><script>alert(1)</script>");

/** A valid GIF that is also an HTML page. */
export async function gifWithHtml(): Promise<Buffer> {
  return Buffer.concat([await animation(), Buffer.from("<script>alert(1)</script>")]);
}
