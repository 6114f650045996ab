import { openPdf, type PdfDress, pdfFonts } from "../platform/documents/pdf-document.ts";
import { isoTime } from "../platform/time/dates.ts";
import { families, familyTitles } from "./engine/check.ts";
import { type Finding, firstFindings, type SiteCheck } from "./requests/site-check.ts";

interface ReportOptions {
  readonly website: string;
  /** Address of the result's page. */
  readonly url: string;
  /** Name of the business that made the check. */
  readonly businessName: string;
  readonly dress: PdfDress;
}

/** The report of a check as PDF: the first three findings, then all other results by family. */
export async function reportPdf(
  check: SiteCheck,
  { website, url, businessName, dress }: ReportOptions,
): Promise<Buffer> {
  const pdf = await openPdf(`SEO check of ${website}`, businessName, dress);
  const { document, colours, write, display, heading } = pdf;
  const finding = ({ check: { why, fix }, outcome }: Finding) => {
    if (document.y > document.page.height - 150) document.addPage();
    write(outcome.sentence, pdfFonts.bold, 11.5, colours.ink, 0.15);
    for (const { address, line, snippet } of outcome.places.slice(0, 3)) {
      write(
        `${address}${line === undefined ? "" : `, line ${line}`}`,
        pdfFonts.text,
        8.5,
        colours.soft,
        0,
      );
      if (snippet !== "") write(snippet, pdfFonts.code, 8.5, colours.accent, 0.2);
    }
    write(`Why it matters: ${why}`, pdfFonts.text, 10, colours.ink, 0.1);
    write(`How to fix it: ${fix}`, pdfFonts.text, 10, colours.ink, 0.9);
  };

  const day = isoTime(check.finishedAt ?? check.requestedAt).slice(0, 10);
  pdf.logo();
  write(`${businessName} SEO check`, pdfFonts.text, 11, colours.accent);
  display(website, { size: 26, colour: colours.ink });
  write(
    `Checked on ${day}. Faults found: ${check.findings.length}. ${url}`,
    pdfFonts.text,
    10,
    colours.soft,
  );
  const first = firstFindings(check);
  if (first.length > 0) {
    heading(check.obstacle === null ? "What costs you most" : "Why the page could not be read");
  } else {
    heading("Everything is sound");
    write("Congratulations: we found no fault on this page.", pdfFonts.text, 10, colours.ink);
  }
  for (const one of first) finding(one);
  for (const family of families) {
    const rest = [...check.findings, ...check.stated].filter(
      (one) => one.check.family === family && !first.includes(one),
    );
    const sound = check.sound.filter((one) => one.family === family);
    const notes = check.notes.filter((one) => one.check.family === family);
    if (rest.length + sound.length + notes.length === 0) continue;
    heading(familyTitles[family]);
    for (const one of rest) finding(one);
    for (const { note } of notes) write(note, pdfFonts.text, 10, colours.ink);
    if (sound.length > 0) {
      write(
        `No faults found: ${sound.map(({ question }) => question).join(" ")}`,
        pdfFonts.text,
        9.5,
        colours.soft,
      );
    }
  }
  heading("What we could not check");
  for (const sentence of check.unseen) write(sentence, pdfFonts.text, 10, colours.ink);
  write("Other pages of the site, and what scripts show later.", pdfFonts.text, 10, colours.ink);
  return pdf.end();
}
