import * as harfbuzz from "harfbuzzjs";

/**
 * Serif faces that systems bring, the best match first: Georgia on Windows and Apple's, the others
 * on Android and Linux. `meanAdvance` is that of running English text over the em, measured on
 * each regular face with the weights below.
 */
export const systemFaces = [
  { name: "Georgia", local: ["Georgia"], meanAdvance: 913 / 2048 },
  { name: "Noto Serif", local: ["Noto Serif"], meanAdvance: 477.1 / 1000 },
  { name: "DejaVu Serif", local: ["DejaVu Serif"], meanAdvance: 1045.1 / 2048 },
  { name: "Times", local: ["Times New Roman", "Liberation Serif"], meanAdvance: 815.9 / 2048 },
] as const;

const letterWeights: Record<string, number> = {
  " ": 18,
  e: 10,
  t: 7.5,
  a: 6.5,
  o: 6.2,
  n: 5.7,
  i: 5.7,
  s: 5.3,
  r: 5,
  h: 4.9,
  l: 3.3,
  d: 3.3,
  u: 2.3,
  c: 2.2,
  m: 2,
  f: 2,
  w: 1.7,
  g: 1.6,
  p: 1.5,
  y: 1.4,
  b: 1.3,
  v: 0.8,
  k: 0.6,
};

/** Percentages that make a system's face take the room of the given one, so that the swap moves nothing. */
export function fallbackMetrics(sfnt: Buffer, systemMeanAdvance: number) {
  const face = new harfbuzz.Face(new harfbuzz.Blob(new Uint8Array(sfnt).buffer));
  const font = new harfbuzz.Font(face);
  let total = 0;
  let weight = 0;
  for (const [letter, share] of Object.entries(letterWeights)) {
    const glyph = font.nominalGlyph(letter.codePointAt(0) ?? 0) ?? 0;
    total += font.glyphHAdvance(glyph) * share;
    weight += share;
  }
  const sizeAdjust = total / weight / face.upem / systemMeanAdvance;
  const extents = font.hExtents();
  const percent = (units: number) => `${((units / face.upem / sizeAdjust) * 100).toFixed(1)}%`;
  return {
    sizeAdjust: `${(sizeAdjust * 100).toFixed(1)}%`,
    ascent: percent(extents.ascender),
    descent: percent(-extents.descender),
    lineGap: percent(extents.lineGap),
  };
}
