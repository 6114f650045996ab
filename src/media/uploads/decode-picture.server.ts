import type { Sharp } from "sharp";
import { AppError } from "#platform/errors.ts";
import { loadSharp } from "#platform/load-sharp.ts";
import type { Parse } from "#platform/parsing/parser.ts";
import { maxUploadBytes, widestPicture } from "../picture-file.ts";
import { svgParsers } from "./svg-parsers.ts";

const maxPixels = 40_000_000;
/** Longest side in pixels, below the limit of the WebP format (16,383). */
const longestSide = 16_000;

export interface DecodedPicture {
  /** Source of the sizes: upright, in sRGB, without metadata, at most as wide as pages show it. */
  readonly source: Buffer;
  readonly width: number;
  readonly height: number;
  readonly dominantColour: string;
}

/**
 * Decodes an untrusted upload; its name and declared type are ignored. The result is redrawn from
 * pixels, so that nothing else of the file remains, of an SVG neither. Throws "too-large",
 * "wrong-type" and "invalid", with a message for the uploader.
 */
export function decodePicture(parse: Parse, bytes: Uint8Array): Promise<DecodedPicture> {
  return withPicture(parse, bytes, async (picture) => {
    const { data, info } = await picture
      .resize({ width: widestPicture, withoutEnlargement: true })
      .webp({ quality: 95, effort: 2 })
      .toBuffer({ resolveWithObject: true });
    const { width, height } = info;
    const sharp = await loadSharp();
    return { source: data, width, height, dominantColour: await meanColour(sharp(data)) };
  });
}

/**
 * Gives the pixels of an untrusted upload to `use`, upright and within the limits. Throws as
 * `decodePicture`.
 */
export async function withPicture<Result>(
  parse: Parse,
  bytes: Uint8Array,
  use: (picture: Sharp) => Promise<Result>,
): Promise<Result> {
  if (bytes.length === 0) throw unusable("The file is empty.");
  if (bytes.length > maxUploadBytes) {
    throw new AppError("too-large", "A picture can be up to 15 MB.");
  }
  if (isSvg(bytes)) {
    const drawing = await parse(svgParsers.clean, bytes);
    return givePixels(Buffer.from(drawing), use);
  }
  if (!isPicture(bytes)) {
    const message =
      "This file type is not supported. Use a JPEG, PNG, WebP, AVIF, GIF or SVG picture.";
    throw new AppError("wrong-type", message, { issues: [{ path: "file", message }] });
  }
  return givePixels(bytes, use);
}

async function givePixels<Result>(
  bytes: Uint8Array,
  use: (picture: Sharp) => Promise<Result>,
): Promise<Result> {
  try {
    return await use(await openPixels(bytes));
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw unusable("The picture is damaged or incomplete. Save it again and retry.", cause);
  }
}

async function openPixels(bytes: Uint8Array): Promise<Sharp> {
  const sharp = await loadSharp();
  // Reads only the header, which is quick for a picture of any size.
  const header = await sharp(bytes, { limitInputPixels: false }).metadata();
  checkSize(header.width, header.height);
  return sharp(bytes, {
    limitInputPixels: maxPixels,
    // A warning, such as about odd camera data, does not mean that the file is damaged.
    failOn: "error",
  })
    .autoOrient()
    .timeout({ seconds: 60 });
}

function checkSize(width: number, height: number): void {
  if (width * height > maxPixels) {
    throw unusable("The picture has more than 40 megapixels. Make it smaller and try again.");
  }
  if (Math.max(width, height) > longestSide) {
    throw unusable("The picture has a side of more than 16000 pixels. Crop it and try again.");
  }
}

/** Average colour, the background of the picture in the panel's lists. */
async function meanColour(picture: Sharp): Promise<string> {
  const pixel = await picture
    .flatten({ background: "#ffffff" })
    .resize(1, 1, { fit: "fill" })
    .raw()
    .toBuffer();
  return `#${pixel.subarray(0, 3).toString("hex")}`;
}

/**
 * Compares the first bytes with the accepted formats, so that other files are refused before
 * decoding.
 */
function isPicture(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 32)).toString("latin1");
  return (
    start.startsWith("\xff\xd8\xff") ||
    start.startsWith("\x89PNG\r\n\x1a\n") ||
    /^GIF8[79]a/.test(start) ||
    /^RIFF[\s\S]{4}WEBP/.test(start) ||
    /^[\s\S]{4}ftyp(avif|avis|mif1)/.test(start)
  );
}

/** An SVG begins with its root, after a declaration, comments and a document type at most. */
function isSvg(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 4096)).toString("utf8");
  return /^\uFEFF?\s*(?:<\?xml[^>]*>|<!--[\s\S]*?-->|<!DOCTYPE\s+svg[^>[]*(?:\[[^\]]*\])?>|\s)*<svg[\s>]/i.test(
    start,
  );
}

function unusable(message: string, cause?: unknown): AppError {
  return new AppError("invalid", message, { issues: [{ path: "file", message }], cause });
}
