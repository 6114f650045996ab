import { brotliDecompressSync } from "node:zlib";
import { create, type Font } from "fontkit";
import { AppError } from "#platform/errors.ts";
import { type FontFacts, maxOwnFontBytes, type ReadFont } from "./own-font.ts";

/** A file of 300 kB has about twice as many bytes when it is unpacked. */
const maxUnpackedBytes = 4_000_000;

const englishText =
  "We look at your pages as a reader would, and write down what we find. Each month you get a " +
  "plain report: which searches people used, which pages they opened, and what we changed.";

const neededLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.,-";

/** Latin letters of European languages, and signs of headings. */
const drawnRanges = [
  [0x20, 0x7e],
  [0xa0, 0x17f],
  [0x2010, 0x2026],
  [0x20ac, 0x20ac],
] as const;

/**
 * Reads an uploaded WOFF2 file. Throws "wrong-type" for another format, and "invalid" for a file
 * that browsers would refuse or that lacks Latin letters.
 */
export function readOwnFont(bytes: Uint8Array): ReadFont {
  refuseOtherFormats(bytes);
  unpack(bytes);
  try {
    const font = create(Buffer.from(bytes));
    if ("fonts" in font) throw damaged();
    refuseMissingLetters(font);
    return { name: nameOf(font), facts: factsOf(font), outlines: outlinesIn(font) };
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw damaged(cause);
  }
}

const convert =
  "Convert it to WOFF2, for example with the program “woff2_compress” or with a converter of your font’s maker, and upload that.";

const otherFormats: Readonly<Record<string, string>> = {
  "\0\x01\0\0": "a TrueType file",
  true: "a TrueType file",
  OTTO: "an OpenType file",
  ttcf: "a collection of fonts",
  wOFF: "a WOFF file of the first version",
};

function refuseOtherFormats(bytes: Uint8Array): void {
  const signature = Buffer.from(bytes.subarray(0, 4)).toString("latin1");
  if (signature === "wOF2") return;
  const format = otherFormats[signature];
  throw new AppError(
    "wrong-type",
    format === undefined
      ? "This is not a font. Upload a font as a WOFF2 file."
      : `This is ${format}. ${convert}`,
  );
}

/** Makes sure that the tables have the sizes that the file declares, so that nothing unpacks more. */
function unpack(bytes: Uint8Array): void {
  const file = Buffer.from(bytes);
  if (file.length < headerBytes || file.readUInt32BE(8) !== file.length) throw damaged();
  if (file.toString("latin1", 4, 8) === "ttcf") {
    throw new AppError("wrong-type", "This is a collection of fonts. Upload one font of it.");
  }
  const packedBytes = file.readUInt32BE(20);
  const { unpackedBytes, end } = readDirectory(file, file.readUInt16BE(12));
  if (Math.max(unpackedBytes, file.readUInt32BE(16)) > maxUnpackedBytes) {
    throw new AppError(
      "too-large",
      "This font is too large when it is unpacked. Export fewer letters.",
    );
  }
  if (end + packedBytes > file.length) throw damaged();
  try {
    const packed = file.subarray(end, end + packedBytes);
    const { length } = brotliDecompressSync(packed, { maxOutputLength: unpackedBytes });
    if (length !== unpackedBytes) throw damaged();
  } catch (cause) {
    throw damaged(cause);
  }
}

const headerBytes = 48;
/** Tags of the two tables that WOFF2 stores in another form, by their number in its list. */
const glyf = 10;
const loca = 11;
const unlistedTag = 63;

function readDirectory(file: Buffer, count: number): { unpackedBytes: number; end: number } {
  let at = headerBytes;
  let unpackedBytes = 0;
  const byte = () => {
    if (at >= file.length) throw damaged();
    at += 1;
    return file[at - 1] ?? 0;
  };
  /** A number in groups of seven bits, of at most five bytes. */
  const number = () => {
    let value = 0;
    for (let nth = 0; nth < 5; nth += 1) {
      const next = byte();
      value = value * 128 + (next & 127);
      if (next < 128) return value;
    }
    throw damaged();
  };
  for (let nth = 0; nth < count; nth += 1) {
    const flags = byte();
    const tag = flags & 63;
    if (tag === unlistedTag) at += 4;
    const version = flags >> 6;
    const length = number();
    const isChanged = tag === glyf || tag === loca ? version !== 3 : version !== 0;
    unpackedBytes += isChanged ? number() : length;
  }
  return { unpackedBytes, end: at };
}

function refuseMissingLetters(font: Font): void {
  const missing = [...neededLetters].filter(
    (letter) => !font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0),
  );
  if (missing.length === 0) return;
  const some = missing.slice(0, 8).join(" ");
  throw new AppError(
    "invalid",
    missing.length > 30
      ? "This font has no Latin letters, so headings would be in another font."
      : `This font lacks some letters: ${some}${missing.length > 8 ? " …" : ""} Export it with them.`,
  );
}

/** The family of all weights, which the file names only if its own name has a weight in it. */
function nameOf(font: Font): string {
  const names = font as unknown as { readonly getName: (key: string) => string | null };
  const written = String(names.getName("preferredFamily") || font.familyName || "").replaceAll(
    /[\p{C}"\\<>]/gu,
    "",
  );
  return written.trim().slice(0, 60);
}

interface Os2Table {
  readonly usWeightClass?: number;
  readonly fsType?: { readonly noEmbedding?: boolean; readonly bitmapOnly?: boolean };
}

function factsOf(font: Font): FontFacts {
  const { unitsPerEm, ascent, descent, lineGap } = font;
  const metrics = {
    meanAdvance: font.layout(englishText).advanceWidth / unitsPerEm / englishText.length,
    ascent: ascent / unitsPerEm,
    descent: -descent / unitsPerEm,
    lineGap: lineGap / unitsPerEm,
  };
  if (!(metrics.meanAdvance > 0.05 && metrics.meanAdvance < 3)) throw damaged();
  if (!Object.values(metrics).every((one) => Number.isFinite(one) && Math.abs(one) < 5)) {
    throw damaged();
  }
  const os2: Os2Table = (font as unknown as { readonly "OS/2"?: Os2Table })["OS/2"] ?? {};
  const { wght } = font.variationAxes;
  const weight = os2.usWeightClass ?? 400;
  return {
    ...metrics,
    lightest: weightFrom(wght?.min ?? weight),
    boldest: weightFrom(wght?.max ?? weight),
    restriction: os2.fsType?.noEmbedding
      ? "The file says that its maker forbids embedding. Make sure that your licence covers websites."
      : "",
  };
}

const weightFrom = (value: number) => Math.min(Math.max(Math.round(value), 1), 1000);

function outlinesIn(font: Font): ReadFont["outlines"] {
  const scale = outlineUnits / font.unitsPerEm;
  const letters = drawnRanges.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, at) => first + at),
  );
  const glyphs = letters
    .filter((letter) => font.hasGlyphForCodePoint(letter))
    .map((letter): [string, [number, string]] => {
      const glyph = font.glyphForCodePoint(letter);
      const path = glyph.path.scale(scale).toSVG();
      const rounded = path.replace(/-?\d+(\.\d+)?(e-?\d+)?/g, (number) =>
        String(Math.round(Number(number))),
      );
      return [String.fromCodePoint(letter), [Math.round(glyph.advanceWidth * scale), rounded]];
    });
  // Share pictures are then lettered as without an uploaded font.
  const isTooDetailed = JSON.stringify(glyphs).length > maxOutlinesLength;
  return { unitsPerEm: outlineUnits, glyphs: isTooDetailed ? {} : Object.fromEntries(glyphs) };
}

const outlineUnits = 1000;
const maxOutlinesLength = 600_000;

function damaged(cause?: unknown): AppError {
  return new AppError(
    "invalid",
    `This WOFF2 file is damaged, so browsers would not show it. Export it again, with at most ${maxOwnFontBytes / 1000} kB.`,
    { cause },
  );
}
