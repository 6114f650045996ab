import { writeFile } from "node:fs/promises";
import * as harfbuzz from "harfbuzzjs";
import { firstPaint, latin1, latinExtendedA } from "./character-sets.ts";
import { cutLetters } from "./fraunces.ts";

const target = new URL("../../src/seo/heading-outlines.json", import.meta.url);
const weight = 600;

/** A letter's advance and its outline, in font units with y upwards. */
type Glyph = readonly [advance: number, path: string];

async function outlines(
  letters: string,
  script: "latin" | "latin-ext",
): Promise<[string, Glyph][]> {
  const sfnt = await cutLetters(letters, { targetFormat: "sfnt", weight, script });
  const face = new harfbuzz.Face(new harfbuzz.Blob(new Uint8Array(sfnt)));
  const font = new harfbuzz.Font(face);
  return [...letters].flatMap((letter): [string, Glyph][] => {
    const buffer = new harfbuzz.Buffer();
    buffer.addText(letter);
    buffer.guessSegmentProperties();
    harfbuzz.shape(font, buffer);
    const [glyph] = buffer.getGlyphInfos();
    const [position] = buffer.getGlyphPositions();
    if (glyph === undefined || position === undefined || glyph.codepoint === 0) return [];
    const rounded = font
      .glyphToPath(glyph.codepoint)
      .replace(/-?\d+\.\d+/g, (number) => String(Math.round(Number(number))));
    return [[letter, [Math.round(position.xAdvance), rounded]]];
  });
}

/** The outlines of the display face's letters, for pictures that are drawn while the program runs. */
export async function writeHeadingOutlines(): Promise<void> {
  const glyphs = [
    ...(await outlines(firstPaint + latin1, "latin")),
    ...(await outlines(latinExtendedA, "latin-ext")),
  ];
  const lines = glyphs.map((glyph) =>
    JSON.stringify(glyph[0]).concat(":", JSON.stringify(glyph[1])),
  );
  await writeFile(target, `{\n${lines.join(",\n")}\n}\n`);
}
