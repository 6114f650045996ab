import outlines from "./heading-outlines.json" with { type: "json" };

/** A letter's advance and its outline, in font units with y upwards. */
const glyphs = outlines as unknown as Readonly<Record<string, readonly [number, string]>>;
const unitsPerEm = 2000;
const missing: readonly [number, string] = [500, ""];

const glyphOf = (letter: string) => glyphs[letter] ?? missing;

/** In pixels, set at a size of one pixel. */
function widthOf(text: string): number {
  return [...text].reduce((width, letter) => width + glyphOf(letter)[0], 0) / unitsPerEm;
}

/** Words in lines no wider than `width`; a word that is wider stands alone. */
export function linesOf(text: string, size: number, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const last = lines.at(-1);
    const longer = last === undefined ? word : `${last} ${word}`;
    if (last !== undefined && widthOf(longer) * size <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** A line of text in the site's display face as the data of an SVG path, its baseline at `y`. */
export function outlineOf(text: string, size: number, x: number, y: number): string {
  const scale = size / unitsPerEm;
  let pen = 0;
  const placed = [...text].map((letter) => {
    const [advance, path] = glyphOf(letter);
    const start = pen;
    pen += advance;
    let isX = true;
    return path.replaceAll(/[A-Z]|-?\d+/g, (token) => {
      if (/[A-Z]/.test(token)) {
        isX = true;
        return token;
      }
      const value = isX ? x + (Number(token) + start) * scale : y - Number(token) * scale;
      isX = !isX;
      return value.toFixed(1);
    });
  });
  return placed.join("");
}
