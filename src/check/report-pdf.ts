import { isoTime } from "../platform/time/dates.ts";
import { families, familyTitles } from "./engine/check.ts";
import type { Finding, SiteCheck } from "./requests/site-check.ts";

interface ReportOptions {
  readonly website: string;
  /** Address of the result's page. */
  readonly url: string;
}

const colours = {
  ink: "#231a12",
  soft: "#5d4c3b",
  field: "#2f5a36",
  rust: "#a3421b",
  line: "#d3c3a1",
};
const fonts = { serif: "Times-Bold", text: "Helvetica", bold: "Helvetica-Bold", code: "Courier" };

/** The report of a check as PDF: the three findings first, then all by family. */
export async function reportPdf(
  check: SiteCheck,
  { website, url }: ReportOptions,
): Promise<Buffer> {
  const { default: PdfDocument } = await import("pdfkit");
  const document = new PdfDocument({
    size: "A4",
    margins: { top: 56, bottom: 56, left: 60, right: 60 },
    lang: "en",
    info: { Title: printable(`SEO check of ${website}`), Author: "Furrow" },
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
  const heading = (text: string) => {
    // A heading is not alone at the end of a page.
    if (document.y > document.page.height - 160) document.addPage();
    document.moveDown(0.8);
    write(text, fonts.serif, 16, colours.field);
  };
  const finding = ({ check: { why, mend }, outcome }: Finding) => {
    if (document.y > document.page.height - 150) document.addPage();
    write(outcome.sentence, fonts.bold, 11.5, colours.ink, 0.15);
    for (const { address, line, snippet } of outcome.places.slice(0, 3)) {
      write(
        `${address}${line === undefined ? "" : `, line ${line}`}`,
        fonts.text,
        8.5,
        colours.soft,
        0,
      );
      if (snippet !== "") write(snippet, fonts.code, 8.5, colours.rust, 0.2);
    }
    write(`Why it matters: ${why}`, fonts.text, 10, colours.ink, 0.1);
    write(`How to mend it: ${mend}`, fonts.text, 10, colours.ink, 0.9);
  };

  const day = isoTime(check.finishedAt ?? check.requestedAt).slice(0, 10);
  write("Furrow SEO check", fonts.text, 11, colours.rust);
  write(website, fonts.serif, 26, colours.ink);
  write(
    `Checked on ${day}. Faults found: ${check.findings.length}. ${url}`,
    fonts.text,
    10,
    colours.soft,
  );
  const first = check.findings.slice(0, 3);
  if (first.length > 0) heading("What costs you most");
  for (const one of first) finding(one);
  for (const family of families) {
    const rest = [...check.findings.slice(3), ...check.stated].filter(
      (one) => one.check.family === family,
    );
    const sound = check.sound.filter((one) => one.family === family);
    const notes = check.notes.filter((one) => one.check.family === family);
    if (rest.length + sound.length + notes.length === 0) continue;
    heading(familyTitles[family]);
    for (const one of rest) finding(one);
    for (const { note } of notes) write(note, fonts.text, 10, colours.ink);
    if (sound.length > 0) {
      write(
        `Nothing to object: ${sound.map(({ question }) => question).join(" ")}`,
        fonts.text,
        9.5,
        colours.soft,
      );
    }
  }
  heading("What we could not see");
  for (const sentence of check.unseen) write(sentence, fonts.text, 10, colours.ink);
  write("Other pages of the site, and what scripts show later.", fonts.text, 10, colours.ink);
  document.end();
  return finished;
}

/** The standard fonts have the letters of windows-1252; others are shown as "?". */
function printable(text: string): string {
  return text
    .replaceAll("→", "->")
    .replace(
      /[^\t\n\u0020-\u007e\u00a0-\u00ff\u20ac\u201a-\u201e\u2020-\u2022\u2026\u2030\u2039\u203a\u2018-\u201d\u2013\u2014\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2122]/gu,
      "?",
    );
}
