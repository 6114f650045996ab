import { extractText, getDocumentProxy } from "unpdf";
import { expect, test } from "vitest";
import { openPdf } from "./pdf-document.ts";

async function writtenHeading(heading: string) {
  const pdf = await openPdf(heading, "Meridian");
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
