import * as harfbuzz from "harfbuzzjs";

/**
 * Advance and outline of each letter that the font has, in the given units per em with y upwards, as
 * lines of a JSON object.
 */
export function outlinesIn(
  sfnt: Buffer,
  letters: readonly string[],
  unitsPerEm: number,
  written = (path: string) => path,
): string[] {
  const face = new harfbuzz.Face(new harfbuzz.Blob(new Uint8Array(sfnt)));
  const font = new harfbuzz.Font(face);
  const scale = unitsPerEm / face.upem;
  return letters.flatMap((letter) => {
    const buffer = new harfbuzz.Buffer();
    buffer.addText(letter);
    buffer.guessSegmentProperties();
    harfbuzz.shape(font, buffer);
    const [glyph] = buffer.getGlyphInfos();
    if (!glyph?.codepoint) return [];
    const [{ xAdvance = 0 } = {}] = buffer.getGlyphPositions();
    const outline = font.glyphToPath(glyph.codepoint);
    const path = outline.replace(/-?\d+(\.\d+)?/g, (number) =>
      String(Math.round(Number(number) * scale)),
    );
    const advance = Math.round(xAdvance * scale);
    return [`${JSON.stringify(letter)}:${JSON.stringify([advance, written(path)])}`];
  });
}

/** A path of whole numbers, written with the shorter relative commands. */
export function shortened(path: string): string {
  let pen = [0, 0];
  let start = pen;
  return path.replace(/([MLQCZ])([^MLQCZ]*)/g, (_, command: string, list: string) => {
    if (command === "Z") {
      pen = start;
      return "z";
    }
    const numbers = list.match(/-?\d+/g)?.map(Number) ?? [];
    const moves = numbers.map((number, at) => number - (pen[at % 2] ?? 0));
    pen = numbers.slice(-2);
    if (command === "M") start = pen;
    const [x = 0, y = 0] = moves;
    if (command === "L" && y === 0) return `h${x}`;
    if (command === "L" && x === 0) return `v${y}`;
    return command.toLowerCase() + moves.join(" ").replaceAll(" -", "-");
  });
}
