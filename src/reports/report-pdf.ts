import type { Business } from "../platform/business.ts";
import { openPdf, type PdfDress, pdfFonts } from "../platform/documents/pdf-document.ts";
import type { ListedLine } from "./figures/found-figures.ts";
import { listHeadings, listTitle } from "./figures/list-kinds.ts";
import {
  chartHeight,
  chartWidth,
  type MonthNumbers,
  type NumberSeries,
  seriesChart,
  seriesOf,
} from "./month-series.ts";
import { changeOf, shownNumber } from "./read-number.ts";
import { type MonthReport, monthName, type ReportList, shortMonthName } from "./report.ts";
import { changeOfPosition, positionWords, type SearchTable } from "./searches/search-positions.ts";

interface PdfOptions {
  /** Such as "example.com"; "" for an order without a website. */
  readonly website: string;
  readonly orderNumber: number;
  readonly earlier: readonly MonthNumbers[];
  readonly searches: SearchTable;
  /** The business that sends the report. */
  readonly seller: Pick<Business, "name" | "email">;
  readonly dress: PdfDress;
}

const barHeight = 9;
const countWidth = 60;
const positionWidth = 78;
const mostPdfMonths = 3;

/** The report of a month as a PDF, with the same bars and numbers as the web page. */
export async function monthReportPdf(
  report: MonthReport,
  { website, orderNumber, earlier, searches, seller, dress }: PdfOptions,
): Promise<Buffer> {
  const title = `${monthName(report.month)}${website === "" ? "" : `, ${website}`}`;
  const pdf = await openPdf(title, seller.name, dress);
  const { document, colours, write, display, heading, printable } = pdf;
  const left = document.page.margins.left;
  const width = document.page.width - left - document.page.margins.right;

  pdf.logo();
  write("The month on one page", pdfFonts.text, 11, colours.accent);
  display(monthName(report.month), { size: 26, colour: colours.ink });
  const about = [seller.name, `Order ${orderNumber}`, website, seller.email].filter(
    (part) => part !== "",
  );
  write(about.join(" · "), pdfFonts.text, 10, colours.soft);
  const part = (name: string, text: string) => {
    if (text === "") return;
    heading(name);
    write(text, pdfFonts.text, 11, colours.ink);
  };
  part("What we did", report.done);
  part("What changed", report.changed);
  part("What comes next", report.next);

  if (report.numbers.length > 0) heading("The numbers");
  const month = shortMonthName(report.month);
  for (const { label, value, earlier, unit, source } of report.numbers) {
    if (document.y > document.page.height - 130) document.addPage();
    write(label, pdfFonts.bold, 11, colours.ink, 0.1);
    const amount = unit === "" ? shownNumber(value) : `${shownNumber(value)} ${unit}`;
    const change =
      earlier === "" ? "" : ` (${changeOf(value, earlier)} compared with the earlier value)`;
    write(`${amount}${change}`, pdfFonts.text, 10, colours.ink, 0.2);
    if (earlier !== "") {
      const most = Math.max(Math.abs(Number(value)), Math.abs(Number(earlier)), Number.MIN_VALUE);
      const bar = (name: string, of: string, isEarlier: boolean) => {
        const y = document.y;
        const length = Math.max(1, (Math.abs(Number(of)) / most) * (width - 190));
        document.font(pdfFonts.text).fontSize(8.5).fillColor(colours.soft);
        document.text(name, left, y, { width: 70, lineBreak: false });
        // The bar of the earlier value is an outline, so that the bars also differ without colours.
        document.rect(left + 75, y - 1, length, barHeight).lineWidth(0.8);
        if (isEarlier) document.strokeColor(colours.brand).stroke();
        else document.fillAndStroke(colours.brand, colours.brand);
        document
          .fillColor(colours.ink)
          .text(shownNumber(of), left + 80 + length, y, { lineBreak: false });
        document.x = left;
        document.y = y + barHeight + 5;
      };
      bar(month, value, false);
      bar("Earlier", earlier, true);
    }
    write(`Source: ${source}`, pdfFonts.text, 8.5, colours.soft, 0.8);
  }
  const series = seriesOf(report.month, report.numbers, earlier);
  if (series.length > 0) {
    makeRoom(40 + chartHeight);
    heading("Over the months");
  }
  for (const one of series) writeChart(one);
  if (searches.lines.length > 0) {
    makeRoom(160);
    heading("Your searches");
    writeSearches();
  }
  for (const list of report.lists) {
    // Heading, rows, note and source of a list stay on one page of the PDF.
    makeRoom(120 + 19 * list.lines.length);
    heading(listTitle(list));
    writeLines(list);
    if (list.note !== "") write(list.note, pdfFonts.text, 9, colours.soft, 0.2);
    write(`Source: ${list.source}`, pdfFonts.text, 8.5, colours.soft, 0.8);
  }
  return pdf.end();

  /** Begins a page unless the height fits on this one. */
  function makeRoom(height: number): void {
    if (document.y + height > document.page.height - 56) document.addPage();
  }

  /** The columns of the web page's chart, each with its value. */
  function writeChart(one: NumberSeries): void {
    makeRoom(20 + chartHeight);
    write(
      one.unit === "" ? one.label : `${one.label}, ${one.unit}`,
      pdfFonts.bold,
      11,
      colours.ink,
      0.1,
    );
    const { columns, zero, namesY, yearsY } = seriesChart(one);
    const start = document.y;
    const middle = (text: string, column: (typeof columns)[number], y: number) => {
      const x = left + column.x + column.width / 2 - 40;
      document.text(text, x, start + y - 9, { width: 80, align: "center", lineBreak: false });
    };
    for (const [nth, column] of columns.entries()) {
      const { x, y, width: wide, height, value, valueY, hasValue, name, year } = column;
      document.font(pdfFonts.text).fontSize(9);
      if (value !== "") {
        document.rect(left + x, start + y, wide, height).lineWidth(0.8);
        // The columns of earlier months are outlines, as in the bars above.
        if (nth === columns.length - 1) document.fillAndStroke(colours.brand, colours.brand);
        else document.strokeColor(colours.brand).stroke();
      }
      document.fillColor(colours.ink);
      if (hasValue) middle(value, column, valueY);
      document.fillColor(colours.soft);
      middle(name, column, namesY);
      if (year !== "") middle(year, column, yearsY);
    }
    document.moveTo(left, start + zero).lineTo(left + chartWidth, start + zero);
    document.lineWidth(0.5).strokeColor(colours.line).stroke();
    document.x = left;
    document.y = start + chartHeight;
  }

  /** The searches with their positions in the last months. */
  function writeSearches(): void {
    const months = searches.months.slice(-mostPdfMonths);
    const hasChange = searches.months.length > 1;
    const headings = [...months.map(shortMonthName), ...(hasChange ? ["Since last month"] : [])];
    writeRow("Search", headings, "bold", positionWidth);
    for (const { search, positions } of searches.lines) {
      const [before = "", now = ""] = positions.slice(-2);
      const cells = positions.slice(-mostPdfMonths).map(positionWords);
      const change = hasChange ? [changeOfPosition(now, before).words] : [];
      writeRow(search, [...cells, ...change], "text", positionWidth);
    }
    document.moveDown(0.3);
    const about = "Place among the results of a search: a lower number is better.";
    write(about, pdfFonts.text, 8.5, colours.soft, 0.8);
  }

  /** A line of a table: a name, and cells of one width at the right. */
  function writeRow(
    name: string,
    cells: readonly string[],
    font: "text" | "bold",
    cellWidth: number,
  ): void {
    const nameWidth = width - cells.length * cellWidth;
    const options = { width: nameWidth - 10 };
    const cellOptions = { width: cellWidth - 8, align: "right" } as const;
    document.font(pdfFonts[font]).fontSize(10).fillColor(colours.ink);
    const height = Math.max(
      document.heightOfString(printable(name, pdfFonts[font]), options),
      ...cells.map((cell) => document.heightOfString(cell, cellOptions)),
    );
    if (document.y + height > document.page.height - 70) document.addPage();
    const { y } = document;
    document.font(pdfFonts[font]).text(printable(name, pdfFonts[font]), left, y, options);
    for (const [nth, cell] of cells.entries()) {
      document.text(cell, left + nameWidth + nth * cellWidth + 8, y, cellOptions);
    }
    document.moveTo(left, y + height + 3).lineTo(left + width, y + height + 3);
    document.lineWidth(0.5).strokeColor(colours.line).stroke();
    document.x = left;
    document.y = y + height + 7;
  }

  function writeLines({ lines, kind }: ReportList): void {
    const counts = [
      { heading: "Clicks", of: (line: ListedLine) => shownNumber(String(line.clicks)) },
      ...(lines.some(({ impressions }) => impressions !== null)
        ? [
            {
              heading: "Shown",
              of: ({ impressions }: ListedLine) =>
                impressions === null ? "" : shownNumber(String(impressions)),
            },
          ]
        : []),
      ...(lines.some(({ position }) => position !== "")
        ? [{ heading: "Position", of: ({ position }: ListedLine) => position }]
        : []),
    ];
    writeRow(
      listHeadings[kind],
      counts.map((one) => one.heading),
      "bold",
      countWidth,
    );
    for (const line of lines) {
      writeRow(
        line.name,
        counts.map(({ of }) => of(line)),
        "text",
        countWidth,
      );
    }
  }
}
