import { openPdf, type PdfDress, printedSize } from "#platform/documents/pdf-document.ts";
import type { TextStyle } from "#platform/documents/set-text.ts";
import { documentWords, type TransferLines, type WrittenLine } from "../document-words.ts";
import type { InvoiceDocument } from "../invoice-document.ts";
import { facturXMetadata, facturXName } from "./factur-x.ts";

export interface InvoicePdfOptions {
  readonly dress: PdfDress;
  /** The same document for programs, which is attached; "" for none. */
  readonly xml: string;
  /** For a pro forma. */
  readonly transfer?: TransferLines;
}

const factsInRow = 4;
const sumsWidth = 220;
const quantityWidth = 70;
const amountWidth = 90;
const gap = 20;
const rowPadding = 7;
const footerHeight = 30;
const mostNamedLetters = 40;

/** The document on paper, as PDF/A-3b that embeds the e-invoice. */
export async function invoicePdf(
  document: InvoiceDocument,
  { dress, xml, transfer }: InvoicePdfOptions,
): Promise<Buffer> {
  const words = documentWords(document, undefined, transfer);
  const { seller } = document;
  const title = [words.title, document.number].filter((part) => part !== "").join(" ");
  const pdf = await openPdf(title, seller.name, dress, { isArchived: true });
  const { document: paper, colours, setter } = pdf;
  const { left, top, right: rightMargin, bottom: bottomMargin } = paper.page.margins;
  const width = paper.page.width - left - rightMargin;
  const right = left + width;
  const bottom = paper.page.height - bottomMargin - footerHeight;
  const root = paper.struct("Document");
  paper.addStructure(root);

  const small: TextStyle = { size: 8, colour: colours.soft };
  const plain: TextStyle = { size: 9.5, colour: colours.ink };
  const strong: TextStyle = { ...plain, weight: "bold" };

  let y = top;
  decorate(() => paper.rect(0, 0, paper.page.width, 6).fill(colours.brand));
  drawHead();
  drawFacts();
  drawParties();
  drawLines();
  drawSums();
  drawSentences();
  nameMissingLetters();
  drawFooters();
  if (xml !== "") attachXml();
  root.end();
  return pdf.end();

  /** Draws what readers of the tags leave out. */
  function decorate(draw: () => void): void {
    paper.markContent("Artifact", { type: "Layout" });
    draw();
    paper.endMarkedContent();
  }

  function rule(at: number, colour: string, thickness: number, from = left): void {
    decorate(() => {
      paper.moveTo(from, at).lineTo(right, at).lineWidth(thickness).strokeColor(colour).stroke();
    });
  }

  /** Begins a page unless the height fits on this one. */
  function makeRoom(height: number): void {
    if (y + height <= bottom) return;
    paper.addPage();
    y = top;
  }

  interface Place {
    readonly x: number;
    readonly width: number;
    readonly end?: "left" | "right";
  }

  /** Writes below `y` of the page, and returns the height. */
  function write(
    parent: PDFKit.PDFStructureElement,
    tag: string,
    text: string,
    style: TextStyle,
    { x, width: box, end }: Place,
  ): number {
    const lines = setter.set(text, style, box);
    parent.add(paper.struct(tag, {}, [() => lines.draw(x, y, end)]));
    return lines.height;
  }

  function drawHead(): void {
    const { logo } = dress;
    if (logo === undefined) {
      const style: TextStyle = { size: 17, colour: colours.brand, weight: "display" };
      y += write(root, "P", seller.name, style, { x: left, width: width * 0.75 });
    } else {
      const size = printedSize(logo);
      const figure = paper.struct("Figure", { alt: seller.name }, [
        () => {
          paper.image(logo.bytes, left, y, size);
        },
      ]);
      root.add(figure);
      y += size.height;
    }
    y += 34;
    const style: TextStyle = { size: 30, colour: colours.ink, weight: "display", leading: 1.2 };
    y += write(root, "H1", words.title, style, { x: left, width });
    y += 14;
  }

  function drawFacts(): void {
    rule(y, colours.line, 0.6);
    const column = (width - gap * (factsInRow - 1)) / factsInRow;
    for (let first = 0; first < words.facts.length; first += factsInRow) {
      y += 10;
      const start = y;
      let lowest = y;
      for (const [nth, [label, value]] of words.facts.slice(first, first + factsInRow).entries()) {
        const place = { x: left + nth * (column + gap), width: column };
        y = start;
        y += write(root, "P", label, small, place) + 2;
        y += write(root, "P", value, label === "Number" ? strong : plain, place);
        lowest = Math.max(lowest, y);
      }
      y = lowest;
    }
    y += 12;
    rule(y, colours.line, 0.6);
    y += 24;
  }

  function drawParties(): void {
    const column = (width - gap) / 2;
    const start = y;
    let lowest = y;
    for (const [nth, { label, lines }] of [
      { label: "Billed to", lines: words.buyer },
      { label: "From", lines: words.seller },
    ].entries()) {
      const place = { x: left + nth * (column + gap), width: column };
      y = start;
      y += write(root, "P", label, small, place) + 4;
      for (const [line, text] of lines.entries()) {
        y += write(root, "P", text, line === 0 ? strong : plain, place);
      }
      lowest = Math.max(lowest, y);
    }
    y = lowest + 34;
  }

  function drawLines(): void {
    const table = paper.struct("Table");
    root.add(table);
    const columns = [
      { x: left, width: width - quantityWidth - amountWidth - gap, end: "left" },
      { x: right - amountWidth, width: quantityWidth, end: "right" },
      { x: right, width: amountWidth, end: "right" },
    ] as const;
    const row = (tag: string, cells: readonly string[], styles: readonly TextStyle[]) => {
      const element = paper.struct("TR");
      table.add(element);
      const heights = columns.map((place, nth) =>
        write(element, tag, cells[nth] ?? "", styles[nth] ?? plain, place),
      );
      y += Math.max(...heights);
    };
    row("TH", ["Description", "Quantity", "Amount"], [small, small, small]);
    y += 5;
    rule(y, colours.ink, 0.8);
    for (const line of words.lines) {
      const cells = cellsOf(line);
      const heights = columns.map(
        (place, nth) => setter.set(cells[nth] ?? "", plain, place.width).height,
      );
      makeRoom(Math.max(...heights) + 2 * rowPadding);
      y += rowPadding;
      row("TD", cells, [plain, plain, plain]);
      y += rowPadding;
      rule(y, colours.line, 0.6);
    }
  }

  function drawSums(): void {
    const from = right - sumsWidth;
    makeRoom(24 * words.sums.length);
    y += 8;
    for (const sum of words.sums) {
      const style: TextStyle = sum.isTotal
        ? { size: 13, colour: colours.ink, weight: "bold" }
        : plain;
      if (sum.isTotal) {
        y += 6;
        rule(y, colours.brand, 1.6, from);
        y += 8;
      }
      const label = write(root, "P", sum.label, style, { x: from, width: sumsWidth * 0.55 });
      const place = { x: right, width: sumsWidth * 0.45, end: "right" } as const;
      y += Math.max(label, write(root, "P", sum.amount, style, place)) + 4;
    }
    y += 26;
  }

  function drawSentences(): void {
    for (const sentence of words.sentences) {
      makeRoom(setter.set(sentence, plain, width * 0.8).height);
      y += write(root, "P", sentence, plain, { x: left, width: width * 0.8 }) + 3;
    }
  }

  /** Says which letters stand as squares, and where to read them. */
  function nameMissingLetters(): void {
    const letters = [...setter.missing];
    if (letters.length === 0) return;
    const codes = letters
      .slice(0, mostNamedLetters)
      .map((letter) => `U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase()}`)
      .join(" ");
    const more = letters.length - mostNamedLetters;
    const where = xml === "" ? "" : ` The attached file ${facturXName} has all letters.`;
    const sentence = `The squares stand for letters that the fonts of this PDF lack: ${codes}${
      more > 0 ? ` and ${more} more` : ""
    }.${where}`;
    y += 10;
    makeRoom(setter.set(sentence, small, width * 0.8).height);
    y += write(root, "P", sentence, small, { x: left, width: width * 0.8 });
  }

  function drawFooters(): void {
    const { count } = paper.bufferedPageRange();
    const about = [title, seller.name].filter((part) => part !== "").join(" · ");
    for (let page = 0; page < count; page++) {
      paper.switchToPage(page);
      const at = paper.page.height - bottomMargin;
      rule(at - 10, colours.line, 0.6);
      decorate(() => {
        setter.set(about, small, width * 0.8).draw(left, at - 4);
        if (count > 1)
          setter.set(`${page + 1} of ${count}`, small, 80).draw(right, at - 4, "right");
      });
    }
  }

  function attachXml(): void {
    const at = new Date();
    const options = {
      name: facturXName,
      type: "text/xml",
      description: `${title} for programs`,
      relationship: "Alternative",
      creationDate: at,
      modifiedDate: at,
    };
    paper.file(Buffer.from(xml), options);
    paper.appendXML(facturXMetadata());
  }
}

const cellsOf = ({ label, quantity, amount }: WrittenLine) => [label, quantity, amount];
