import { readFile } from "node:fs/promises";
import { extractText, getDocumentProxy } from "unpdf";
import { expect, test } from "vitest";
import { openPdf, type PdfDress } from "./pdf-document.ts";

const ink = "#231a12";
const colours = { ink, soft: ink, brand: ink, accent: ink, line: ink };

async function writtenHeading(heading: string, dress: PdfDress = { colours }) {
  const pdf = await openPdf(heading, "Meridian", dress);
  pdf.display(heading, { size: 26, colour: "#000000" });
  const bytes = await pdf.end();
  const document = await getDocumentProxy(new Uint8Array(bytes));
  const { text } = await extractText(document, { mergePages: true });
  const { info } = await document.getMetadata();
  const fonts = [...bytes.toString("latin1").matchAll(/\/BaseFont \/[A-Z]+\+([\w-]+)/g)];
  return {
    text,
    title: (info as { readonly Title?: string }).Title,
    fonts: [...new Set(fonts.map(([, name]) => name))].sort(),
  };
}

test("A heading is set in the display font, and in the text font if letters are missing", async () => {
  const polish = await writtenHeading("Łódź in November");
  expect(polish).toMatchObject({ text: "Łódź in November", title: "Łódź in November" });
  expect(polish.fonts.every((name) => /Fraunces/.test(name ?? ""))).toBe(true);
  const greek = await writtenHeading("Σπορά → August");
  expect(greek.text).toBe("Σπορά → August");
  expect(greek.fonts.every((name) => /SourceSans/.test(name ?? ""))).toBe(true);
});

test("A heading is set in the fonts of the dress, and in the text font if both lack letters", async () => {
  const file = (name: string) =>
    readFile(new URL(`../../look/typefaces/pdf-fonts/newsreader-${name}.ttf`, import.meta.url));
  const headingFonts = await Promise.all(["latin", "extended"].map(file));
  const polish = await writtenHeading("Łódź in November", { colours, headingFonts });
  expect(polish.text).toBe("Łódź in November");
  expect(polish.fonts.every((name) => /Newsreader/.test(name ?? ""))).toBe(true);
  const greek = await writtenHeading("Σπορά", { colours, headingFonts });
  expect(greek.fonts.every((name) => /SourceSans/.test(name ?? ""))).toBe(true);
});

test("A heading without display fonts is set in the text font", async () => {
  const { fonts } = await writtenHeading("Plans", { colours, headingFonts: [] });
  expect(fonts.every((name) => /SourceSans/.test(name ?? ""))).toBe(true);
});
