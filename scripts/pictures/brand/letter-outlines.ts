import * as harfbuzz from "harfbuzzjs";
import { cutLetters } from "../../fonts/fraunces.ts";
import { itemAt } from "../item-at.ts";

export type Lettering = { path: string; width: number };

/** Sets a word in the site's display face and returns its outlines, with the baseline at y = 0. */
export async function letterOutlines(
  word: string,
  size: number,
  weight?: number,
): Promise<Lettering> {
  const sfnt = await cutLetters(word, { targetFormat: "sfnt", weight });
  const face = new harfbuzz.Face(new harfbuzz.Blob(new Uint8Array(sfnt)));
  const font = new harfbuzz.Font(face);
  const buffer = new harfbuzz.Buffer();
  buffer.addText(word);
  buffer.guessSegmentProperties();
  harfbuzz.shape(font, buffer);
  const scale = size / face.upem;
  const positions = buffer.getGlyphPositions();
  let pen = 0;
  const paths = buffer.getGlyphInfos().map((glyph, index) => {
    const path = placed(font.glyphToPath(glyph.codepoint), pen, scale);
    pen += itemAt(positions, index).xAdvance;
    return path;
  });
  return { path: paths.join(""), width: pen * scale };
}

// Font outlines have y upwards and their own units.
function placed(path: string, pen: number, scale: number): string {
  let isX = true;
  return path.replace(/[A-Z]|-?\d+(?:\.\d+)?/g, (token) => {
    if (/[A-Z]/.test(token)) {
      isX = true;
      return token;
    }
    const value = isX ? (Number(token) + pen) * scale : -Number(token) * scale;
    isX = !isX;
    return String(Math.round(value * 100) / 100);
  });
}
