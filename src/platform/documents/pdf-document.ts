/** Colours and fonts of the documents that people print and file. */
export const pdfColours = {
  ink: "#231a12",
  soft: "#5d4c3b",
  field: "#2f5a36",
  rust: "#a3421b",
  line: "#d3c3a1",
};

export const pdfFonts = {
  serif: "Times-Bold",
  text: "Helvetica",
  bold: "Helvetica-Bold",
  code: "Courier",
};

/** Opens an A4 document. pdfkit is loaded with the first one. */
export async function openPdf(title: string) {
  const { default: PdfDocument } = await import("pdfkit");
  const document = new PdfDocument({
    size: "A4",
    margins: { top: 56, bottom: 56, left: 60, right: 60 },
    lang: "en",
    info: { Title: printable(title), Author: "Furrow" },
  });
  const chunks: Buffer[] = [];
  const finished = new Promise<Buffer>((resolve, reject) => {
    document.on("data", (chunk: Buffer) => chunks.push(chunk));
    document.on("end", () => resolve(Buffer.concat(chunks)));
    document.on("error", reject);
  });
  const write = (text: string, font: string, size: number, colour: string, gap = 0.3) => {
    document.font(font).fontSize(size).fillColor(colour).text(printable(text), { lineGap: 2 });
    document.moveDown(gap);
  };
  return {
    document,
    write,
    /** A heading is not alone at the end of a page. */
    heading(text: string) {
      if (document.y > document.page.height - 160) document.addPage();
      document.moveDown(0.8);
      write(text, pdfFonts.serif, 16, pdfColours.field);
    },
    /** Ends the document and resolves to its bytes. */
    end(): Promise<Buffer> {
      document.end();
      return finished;
    },
  };
}

/** The standard fonts have the letters of windows-1252; others are shown as "?". */
export function printable(text: string): string {
  return text
    .replaceAll("→", "->")
    .replaceAll("−", "-")
    .replace(
      /[^\t\n\u0020-\u007e\u00a0-\u00ff\u20ac\u201a-\u201e\u2020-\u2022\u2026\u2030\u2039\u203a\u2018-\u201d\u2013\u2014\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2122]/gu,
      "?",
    );
}
