import * as harfbuzz from "harfbuzzjs";

// Measured on Microsoft's Georgia: mean advance of running English text over the em.
const georgiaMeanAdvance = 913 / 2048;
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

/** Percentages that make Georgia take the room of the given face, so that the swap moves nothing. */
export function fallbackMetrics(sfnt: Buffer) {
  const face = new harfbuzz.Face(new harfbuzz.Blob(new Uint8Array(sfnt).buffer));
  const font = new harfbuzz.Font(face);
  let total = 0;
  let weight = 0;
  for (const [letter, share] of Object.entries(letterWeights)) {
    const glyph = font.nominalGlyph(letter.codePointAt(0) ?? 0) ?? 0;
    total += font.glyphHAdvance(glyph) * share;
    weight += share;
  }
  const sizeAdjust = total / weight / face.upem / georgiaMeanAdvance;
  const extents = font.hExtents();
  const percent = (units: number) => `${((units / face.upem / sizeAdjust) * 100).toFixed(1)}%`;
  return {
    sizeAdjust: `${(sizeAdjust * 100).toFixed(1)}%`,
    ascent: percent(extents.ascender),
    descent: percent(-extents.descender),
    lineGap: percent(extents.lineGap),
  };
}
