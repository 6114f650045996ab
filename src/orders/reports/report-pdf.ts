import { openPdf, pdfColours, pdfFonts } from "../../platform/documents/pdf-document.ts";
import { changeOf, shownNumber } from "./read-number.ts";
import { type MonthReport, monthName, shortMonthName } from "./report.ts";

interface PdfOptions {
  /** Such as "example.com"; "" for an order without a website. */
  readonly website: string;
  readonly orderNumber: number;
  /** Email address of the business that sends the report. */
  readonly seller: string;
}

const barHeight = 9;

/** The report of a month as PDF, with the bars of the page and their numbers. */
export async function monthReportPdf(
  report: MonthReport,
  { website, orderNumber, seller }: PdfOptions,
): Promise<Buffer> {
  const title = `${monthName(report.month)}${website === "" ? "" : `, ${website}`}`;
  const pdf = await openPdf(title);
  const { document, write, display, heading } = pdf;
  const left = document.page.margins.left;
  const width = document.page.width - left - document.page.margins.right;

  write("The month in one page", pdfFonts.text, 11, pdfColours.rust);
  display(monthName(report.month), { size: 26, colour: pdfColours.ink });
  const about = [`Order ${orderNumber}`, website, seller].filter((part) => part !== "");
  write(about.join(" · "), pdfFonts.text, 10, pdfColours.soft);
  const part = (name: string, text: string) => {
    if (text === "") return;
    heading(name);
    write(text, pdfFonts.text, 11, pdfColours.ink);
  };
  part("What we did", report.done);
  part("What changed", report.changed);
  part("What comes next", report.next);

  if (report.numbers.length > 0) heading("The numbers");
  const month = shortMonthName(report.month);
  for (const { label, value, earlier, unit, source } of report.numbers) {
    if (document.y > document.page.height - 130) document.addPage();
    write(label, pdfFonts.bold, 11, pdfColours.ink, 0.1);
    const amount = unit === "" ? shownNumber(value) : `${shownNumber(value)} ${unit}`;
    const change = earlier === "" ? "" : ` (${changeOf(value, earlier)} against the earlier value)`;
    write(`${amount}${change}`, pdfFonts.text, 10, pdfColours.ink, 0.2);
    if (earlier !== "") {
      const most = Math.max(Math.abs(Number(value)), Math.abs(Number(earlier)), Number.MIN_VALUE);
      const bar = (name: string, of: string, isEarlier: boolean) => {
        const y = document.y;
        const length = Math.max(1, (Math.abs(Number(of)) / most) * (width - 190));
        document.font(pdfFonts.text).fontSize(8.5).fillColor(pdfColours.soft);
        document.text(name, left, y, { width: 70, lineBreak: false });
        // The earlier bar is an outline, so that the bars differ without colour.
        document.rect(left + 75, y - 1, length, barHeight).lineWidth(0.8);
        if (isEarlier) document.strokeColor(pdfColours.field).stroke();
        else document.fillAndStroke(pdfColours.field, pdfColours.field);
        document
          .fillColor(pdfColours.ink)
          .text(shownNumber(of), left + 80 + length, y, { lineBreak: false });
        document.x = left;
        document.y = y + barHeight + 5;
      };
      bar(month, value, false);
      bar("Earlier", earlier, true);
    }
    write(`Source: ${source}`, pdfFonts.text, 8.5, pdfColours.soft, 0.8);
  }
  return pdf.end();
}
