/** Sets text in fonts that complement each other, in lines of a width, also from right to left. */

type Weight = "text" | "bold" | "display";

export interface TextStyle {
  readonly size: number;
  readonly colour: string;
  readonly weight?: Weight;
  /** Height of a line, in sizes. */
  readonly leading?: number;
}

export interface SetText {
  readonly height: number;
  /** `x` is the left edge, or the right edge of text that ends there. */
  draw(x: number, y: number, end?: "left" | "right"): void;
}

/** Letters of one font in a line. */
interface Run {
  readonly font: string;
  readonly text: string;
  readonly isRightToLeft: boolean;
}

/** Stands for letters that no font has; `missing` names them. */
const placeholder = "\u25A1";

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
const leftToRight = /\p{L}/u;
/** Invisible signs; the two joiners shape the letters beside them. */
const invisible = /(?![\u200C\u200D])(?:\p{Cc}|\p{Cf}|\p{Variation_Selector})/gu;

const mirrored: Readonly<Record<string, string>> = {
  "(": ")",
  ")": "(",
  "[": "]",
  "]": "[",
  "<": ">",
  ">": "<",
  "«": "»",
  "»": "«",
};

export function textSetter(
  document: PDFKit.PDFDocument,
  has: (font: string, letter: string) => boolean,
  fonts: Readonly<Record<Weight, readonly string[]>>,
) {
  const missing = new Set<string>();
  const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

  function runsIn(text: string, weight: Weight): readonly Run[] {
    const runs: Run[] = [];
    for (const { segment } of graphemes.segment(text)) {
      const last = runs.at(-1);
      const isStrong = rightToLeft.test(segment);
      const letters = [...segment];
      const hasAll = (font: string) => letters.every((letter) => has(font, letter));
      const isNeutral = !leftToRight.test(segment) && !/\p{N}/u.test(segment);
      // A space or a bracket is set with the letters before it.
      const isContinued = last !== undefined && (isNeutral || last.isRightToLeft === isStrong);
      const font = isContinued && hasAll(last.font) ? last.font : fonts[weight].find(hasAll);
      if (font === undefined) for (const letter of letters) missing.add(letter);
      const run: Run = {
        font: font ?? fonts.text[0] ?? "",
        text: font === undefined ? placeholder : segment,
        isRightToLeft: isContinued && isNeutral ? last.isRightToLeft : isStrong,
      };
      if (last?.font === run.font && last.isRightToLeft === run.isRightToLeft) {
        runs[runs.length - 1] = { ...last, text: last.text + run.text };
      } else {
        runs.push(run);
      }
    }
    return runs;
  }

  // With features, pdfkit shapes the whole run; without, word by word, which loses their order.
  const optionsOf = ({ isRightToLeft }: Run) =>
    isRightToLeft ? { features: [], lineBreak: false } : { lineBreak: false };
  /** The font program turns letters round by itself, but not signs on their own. */
  function shown({ text, isRightToLeft }: Run): string {
    if (!isRightToLeft) return text;
    const letters = [...text].map((letter) => mirrored[letter] ?? letter);
    return (rightToLeft.test(text) ? letters : letters.toReversed()).join("");
  }

  function widthOf(runs: readonly Run[], size: number): number {
    return runs.reduce((width, run) => {
      document.font(run.font).fontSize(size);
      return width + document.widthOfString(shown(run), optionsOf(run));
    }, 0);
  }

  function linesOf(text: string, weight: Weight, size: number, width: number): readonly string[] {
    const fits = (line: string) => widthOf(runsIn(line, weight), size) <= width;
    const lines: string[] = [];
    let line = "";
    const add = (part: string, separator: string) => {
      const longer = line === "" ? part : `${line}${separator}${part}`;
      if (fits(longer)) {
        line = longer;
        return;
      }
      if (line !== "") lines.push(line);
      line = part;
    };
    for (const word of text.split(" ").filter((part) => part !== "")) {
      if (fits(word)) add(word, " ");
      else {
        // A word that is wider than the column is broken anywhere.
        for (const [nth, { segment }] of [...graphemes.segment(word)].entries()) {
          add(segment, nth === 0 ? " " : "");
        }
      }
    }
    return line === "" ? lines : [...lines, line];
  }

  return {
    /** Letters that no font has, in the order in which they were first set. */
    missing: missing as ReadonlySet<string>,

    widthOf(text: string, { size, weight = "text" }: TextStyle): number {
      return widthOf(runsIn(text, weight), size);
    },

    set(text: string, style: TextStyle, width: number): SetText {
      const { size, colour, weight = "text", leading = 1.35 } = style;
      const clean = text.normalize("NFC").replace(/\s+/g, " ").replace(invisible, "").trim();
      const lines = linesOf(clean, weight, size, width);
      const isRightToLeft = rightToLeft.test(/\p{L}/u.exec(clean)?.[0] ?? "");
      return {
        height: lines.length * size * leading,
        draw(x, y, end = "left") {
          for (const [nth, line] of lines.entries()) {
            const runs = runsIn(line, weight);
            const ordered = isRightToLeft ? runs.toReversed() : runs;
            const baseline = y + (nth + 0.5) * size * leading + size * 0.35;
            let at = end === "right" ? x - widthOf(runs, size) : x;
            for (const run of ordered) {
              document.font(run.font).fontSize(size).fillColor(colour);
              document.text(shown(run), at, baseline, {
                ...optionsOf(run),
                baseline: "alphabetic",
              });
              at += widthOf([run], size);
            }
          }
        },
      };
    },
  };
}
