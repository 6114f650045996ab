import type { Outlines } from "../look/typefaces/printed-fonts.ts";
import frauncesGlyphs from "./heading-outlines.json" with { type: "json" };

/** Fraunces; Greek and Cyrillic letters are those of the text font of PDFs. */
const ofFraunces = { unitsPerEm: 2000, glyphs: frauncesGlyphs } as unknown as Outlines;
const missing: readonly [number, string] = [500, ""];

/** Marks and signs without a shape of their own. */
const shapeless = /[\s\p{Mn}\p{Cf}]/u;

interface Place {
  readonly size: number;
  readonly x: number;
  /** Of the baseline. */
  readonly y: number;
  readonly fill: string;
}

/** Draws text as outlines, so that a picture does not depend on installed fonts. */
export interface Lettering {
  /** A text in composed letters, or "" if the outlines lack a letter of it, such as a Chinese one. */
  readonly drawable: (text: string) => string;
  /**
   * Breaks words into lines no wider than `width`; a word that is wider than `width` gets a line of
   * its own.
   */
  readonly linesOf: (text: string, size: number, width: number) => string[];
  /** Width of a line in pixels, for a size of one pixel. */
  readonly widthOf: (text: string) => number;
  /** The text, or as much of its beginning as fits into `width`, with an ellipsis. */
  readonly fitted: (text: string, size: number, width: number) => string;
  /** A line of text as SVG paths; "" without letters. */
  readonly outlineOf: (text: string, place: Place) => string;
}

/** Letters that the outlines lack are drawn as without a choice of a typeface. */
export function letteringOf(outlines: Outlines = ofFraunces): Lettering {
  const fontOf = (letter: string) =>
    [outlines, ofFraunces].find((font) => Object.hasOwn(font.glyphs, letter));

  function widthOf(text: string): number {
    return [...text].reduce((width, letter) => {
      const { glyphs, unitsPerEm } = fontOf(letter) ?? ofFraunces;
      return width + (glyphs[letter] ?? missing)[0] / unitsPerEm;
    }, 0);
  }

  function linesOf(text: string, size: number, width: number): string[] {
    const lines: string[] = [];
    for (const word of text.split(/\s+/).filter(Boolean)) {
      const last = lines.at(-1);
      const longer = last === undefined ? word : `${last} ${word}`;
      if (last !== undefined && widthOf(longer) * size <= width) lines[lines.length - 1] = longer;
      else lines.push(word);
    }
    return lines;
  }

  function fitted(text: string, size: number, width: number): string {
    if (widthOf(text) * size <= width) return text;
    const letters = [...text];
    while (letters.length > 0 && widthOf(`${letters.join("")}…`) * size > width) letters.pop();
    return `${letters.join("")}…`;
  }

  function drawable(text: string): string {
    const composed = text.normalize("NFC");
    const isWhole = [...composed].every(
      (letter) => fontOf(letter) !== undefined || shapeless.test(letter),
    );
    return isWhole ? composed : "";
  }

  function outlineOf(text: string, { size, x, y, fill }: Place): string {
    let pen = 0;
    const letters = [...text].map((letter) => {
      const font = fontOf(letter) ?? ofFraunces;
      const [advance, path] = font.glyphs[letter] ?? missing;
      const scale = size / font.unitsPerEm;
      const drawn =
        path && `<path transform="translate(${pen} 0) scale(${scale} ${-scale})" d="${path}"/>`;
      pen += advance * scale;
      return drawn;
    });
    const paths = letters.join("");
    return paths && `<g fill="${fill}" transform="translate(${x} ${y})">${paths}</g>`;
  }

  return { drawable, linesOf, widthOf, fitted, outlineOf };
}
