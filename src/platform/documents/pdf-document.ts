import type { PdfFontFile } from "./pdf-fonts.ts";
import { textSetter } from "./set-text.ts";

export interface PdfLogo {
  /** PNG or JPEG without transparency, which PDF/A would have to describe. */
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
}

/** The largest size of a logo, in points. */
const logoBox = { width: 170, height: 44 };

/** The size of a logo in a document, in points. A small one is not enlarged. */
export function printedSize({ width, height }: PdfLogo) {
  const scale = Math.min(logoBox.width / width, logoBox.height / height, 1);
  return { width: width * scale, height: height * scale };
}

/** What a document takes from the look of the site. */
export interface PdfDress {
  /** Each can be read on white paper. */
  readonly colours: Readonly<Record<"ink" | "soft" | "brand" | "accent" | "line", string>>;
  /**
   * TrueType files of the display font, each with other letters; undefined for Fraunces, which is
   * loaded with the text font, and none for the text font itself.
   */
  readonly headingFonts?: readonly Buffer[] | undefined;
  /** Undefined for a business without an uploaded logo. */
  readonly logo?: PdfLogo | undefined;
}

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

/**
 * Opens an A4 document. Loads pdfkit and the fonts with the first document. `isArchived`: as
 * PDF/A-3b, with tags.
 */
export async function openPdf(
  title: string,
  author: string,
  { colours, headingFonts, logo }: PdfDress,
  { isArchived = false }: { readonly isArchived?: boolean } = {},
) {
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
    ...(isArchived
      ? ({
          pdfVersion: "1.7",
          subset: "PDF/A-3b",
          tagged: true,
          displayTitle: true,
          // So that footers can be written when the number of pages is known.
          bufferPages: true,
        } as const)
      : { info: { Title: title, Author: author } }),
  });
  if (isArchived) document.appendXML(titleInXmp(title, author));
  for (const [name, bytes] of pdfFontFiles) document.registerFont(name, bytes);
  const displayFonts =
    headingFonts?.map((bytes, nth) => {
      const name = `heading ${nth}`;
      document.registerFont(name, bytes);
      return name;
    }) ?? (["frauncesLatin", "frauncesExtended"] satisfies PdfFontFile[]);
  const chunks: Buffer[] = [];
  const finished = new Promise<Buffer>((resolve, reject) => {
    document.on("data", (chunk: Buffer) => chunks.push(chunk));
    document.on("end", () => resolve(Buffer.concat(chunks)));
    document.on("error", reject);
  });

  /** Whether a font has a letter. Also makes the font the current font of the document. */
  function has(font: string, letter: string): boolean {
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
    const fontOf = (letter: string) => displayFonts.find((font) => has(font, letter));
    if (letters.some((letter) => fontOf(letter) === undefined)) {
      write(text, pdfFonts.bold, size, colour, gap);
      return;
    }
    const runs = letters.reduce<{ font: string; text: string }[]>((before, letter) => {
      const font = fontOf(letter) ?? pdfFonts.bold;
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
    colours,
    /** Writes the logo; nothing without one. */
    logo() {
      if (logo === undefined) return;
      const size = printedSize(logo);
      document.image(logo.bytes, document.page.margins.left, document.y, size);
      document.y += size.height + 22;
    },
    setter: textSetter(document, has, {
      text: [pdfFonts.text, "notoArabic", "notoHebrew"],
      bold: [pdfFonts.bold, pdfFonts.text, "notoArabic", "notoHebrew"],
      display: [...displayFonts, pdfFonts.bold, pdfFonts.text, "notoArabic", "notoHebrew"],
    }),
    write,
    display,
    printable,
    /** Starts a new page near the end of a page, so that a heading stays with its text. */
    heading(text: string) {
      if (document.y > document.page.height - 160) document.addPage();
      document.moveDown(0.8);
      display(text, { size: 16, colour: colours.brand });
    },
    /** Ends the document and resolves to its bytes. */
    end(): Promise<Buffer> {
      document.end();
      return finished;
    },
  };
}

/** pdfkit writes title and author into the metadata unescaped, so an archived document brings its own. */
function titleInXmp(title: string, author: string): string {
  const escaped = (text: string) => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return `
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">
  <dc:format>application/pdf</dc:format>
  <dc:title><rdf:Alt><rdf:li xml:lang="x-default">${escaped(title)}</rdf:li></rdf:Alt></dc:title>
  <dc:creator><rdf:Seq><rdf:li>${escaped(author)}</rdf:li></rdf:Seq></dc:creator>
</rdf:Description>`;
}
