import type { PdfFontFile } from "./pdf-fonts.ts";

export const pdfColours = {
  ink: "#231a12",
  soft: "#5d4c3b",
  field: "#2f5a36",
  rust: "#a3421b",
  line: "#d3c3a1",
};

export const pdfFonts = {
  text: "sourceSans",
  bold: "sourceSansSemibold",
  code: "sourceCode",
} as const satisfies Readonly<Record<string, PdfFontFile>>;

type PdfFont = (typeof pdfFonts)[keyof typeof pdfFonts];

interface TextStyle {
  readonly size: number;
  readonly colour: string;
  /** Space below the text, in lines. */
  readonly gap?: number;
}

/** Opens an A4 document. Loads pdfkit and the fonts with the first document. */
export async function openPdf(title: string, author: string) {
  const [{ default: PdfDocument }, { pdfFontFiles }] = await Promise.all([
    import("pdfkit"),
    import("./pdf-fonts.ts"),
  ]);
  const document = new PdfDocument({
    size: "A4",
    margins: { top: 56, bottom: 56, left: 60, right: 60 },
    lang: "en",
    // "" keeps pdfkit from loading a standard font, which has only western European letters.
    font: "",
    info: { Title: title, Author: author },
  });
  for (const [name, bytes] of pdfFontFiles) document.registerFont(name, bytes);
  const chunks: Buffer[] = [];
  const finished = new Promise<Buffer>((resolve, reject) => {
    document.on("data", (chunk: Buffer) => chunks.push(chunk));
    document.on("end", () => resolve(Buffer.concat(chunks)));
    document.on("error", reject);
  });

  /** Whether a font has a letter. Also makes the font the current font of the document. */
  function has(font: PdfFontFile, letter: string): boolean {
    document.font(font);
    const { _font: chosen } = document as unknown as {
      readonly _font: { readonly font: { hasGlyphForCodePoint(code: number): boolean } };
    };
    return letter === "\n" || chosen.font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0);
  }

  /** Replaces letters that the font lacks, such as Chinese letters, by "?". */
  const printable = (text: string, font: PdfFontFile) =>
    [...text.replaceAll("\t", " ")].map((letter) => (has(font, letter) ? letter : "?")).join("");

  const write = (text: string, font: PdfFont, size: number, colour: string, gap = 0.3) => {
    const shown = printable(text, font);
    document.font(font).fontSize(size).fillColor(colour).text(shown, { lineGap: 2 });
    document.moveDown(gap);
  };

  /**
   * Writes in the display font, or in the text font if the display font lacks letters, such as
   * Greek letters.
   */
  function display(text: string, { size, colour, gap = 0.3 }: TextStyle): void {
    const letters = [...text];
    const fontOf = (letter: string): PdfFontFile | undefined =>
      (["frauncesLatin", "frauncesExtended"] as const).find((font) => has(font, letter));
    if (letters.some((letter) => fontOf(letter) === undefined)) {
      write(text, pdfFonts.bold, size, colour, gap);
      return;
    }
    const runs = letters.reduce<{ font: PdfFontFile; text: string }[]>((before, letter) => {
      const font = fontOf(letter) ?? "frauncesLatin";
      const last = before.at(-1);
      if (last?.font === font) last.text += letter;
      else before.push({ font, text: letter });
      return before;
    }, []);
    document.fontSize(size).fillColor(colour);
    for (const [nth, run] of runs.entries()) {
      const continued = nth < runs.length - 1;
      document.font(run.font).text(run.text, { lineGap: 2, continued });
    }
    document.moveDown(gap);
  }

  return {
    document,
    write,
    display,
    printable,
    /** Starts a new page near the end of a page, so that a heading stays with its text. */
    heading(text: string) {
      if (document.y > document.page.height - 160) document.addPage();
      document.moveDown(0.8);
      display(text, { size: 16, colour: pdfColours.field });
    },
    /** Ends the document and resolves to its bytes. */
    end(): Promise<Buffer> {
      document.end();
      return finished;
    },
  };
}
