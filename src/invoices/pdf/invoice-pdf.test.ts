import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inflateSync } from "node:zlib";
import { extractText, getDocumentProxy } from "unpdf";
import { describe, expect, test } from "vitest";
import { lookOf } from "#look/look.ts";
import { pdfDressOf } from "#look/printed-look.ts";
import { loadSharp } from "#platform/load-sharp.ts";
import { soldToBerlin } from "../../../tests/support/invoices/sold-to-berlin.ts";
import type { InvoiceDocument } from "../invoice-document.ts";
import { ciiOf } from "../xml/cii.ts";
import { type InvoicePdfOptions, invoicePdf } from "./invoice-pdf.ts";

async function pdfOf(document: InvoiceDocument, options: Partial<InvoicePdfOptions> = {}) {
  return invoicePdf(document, {
    dress: await pdfDressOf(lookOf(undefined)),
    xml: ciiOf(document),
    ...options,
  });
}

async function textOf(bytes: Buffer): Promise<string> {
  const pdf = await getDocumentProxy(new Uint8Array(bytes));
  const { text } = await extractText(pdf, { mergePages: true });
  return text.replace(/\s+/g, " ");
}

/** The objects of a PDF without their streams, and the streams unpacked. */
function insideOf(bytes: Buffer) {
  const text = bytes.toString("latin1");
  const streams = [...text.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)].map(
    ([, stream = ""]) => {
      const packed = Buffer.from(stream, "latin1");
      try {
        return inflateSync(packed).toString("latin1");
      } catch {
        return stream;
      }
    },
  );
  return { objects: text.replace(/stream\r?\n[\s\S]*?endstream/g, ""), streams };
}

const withBuyer = (name: string): InvoiceDocument => ({
  ...soldToBerlin,
  buyer: { ...soldToBerlin.buyer, name },
});

describe("The PDF of an invoice", () => {
  test("says what the document says", async () => {
    const text = await textOf(await pdfOf(soldToBerlin));
    for (const part of [
      "Invoice",
      "F-2026-0001",
      "Weiß & Söhne GmbH",
      "DE136695976",
      "GB123456789",
      "Article of 1,500 words",
      "Coupon SPRING",
      "-$99.00",
      "$1,600.00",
      "Reverse charge",
      "pi_3QZ1",
    ]) {
      expect(text).toContain(part);
    }
  });

  test("is PDF/A-3 with an output intent, embedded fonts and no transparency", async () => {
    const { objects, streams } = insideOf(await pdfOf(soldToBerlin));
    const metadata = streams.find((stream) => stream.includes("<x:xmpmeta")) ?? "";
    expect(metadata).toContain("<pdfaid:part>3</pdfaid:part>");
    expect(metadata).toContain("<pdfaid:conformance>B</pdfaid:conformance>");
    expect(objects).toMatch(/\/S \/GTS_PDFA1/);
    expect(objects).toMatch(/\/Type \/Catalog[\s\S]*?\/OutputIntents \[/);
    const descriptors = [...objects.matchAll(/\/Type \/FontDescriptor[\s\S]*?>>/g)];
    expect(descriptors.length).toBeGreaterThan(0);
    for (const [descriptor] of descriptors) expect(descriptor).toMatch(/\/FontFile[23]? \d+ 0 R/);
    expect(objects.match(/\/BaseFont/g)?.length).toBe(2 * descriptors.length);
    expect(objects).not.toMatch(/\/SMask|\/ca |\/CA /);
    expect(objects).not.toContain("/Encrypt");
  });

  test("carries the e-invoice where programs look for it", async () => {
    const { objects, streams } = insideOf(await pdfOf(soldToBerlin));
    const catalogue = /<<[\s\S]*?\/Type \/Catalog[\s\S]*?>>\nendobj/.exec(objects)?.[0] ?? "";
    const [, attached] = /\/AF \[(\d+) 0 R\]/.exec(catalogue) ?? [];
    expect(objects).toMatch(
      new RegExp(
        `\\n${attached} 0 obj\\n<<\\n/Type /Filespec\\n/AFRelationship /Alternative\\n/F \\(factur-x.xml\\)`,
      ),
    );
    expect(objects).toMatch(new RegExp(`/EmbeddedFiles.*?\\(factur-x.xml\\) ${attached} 0 R`, "s"));
    expect(streams.map((stream) => Buffer.from(stream, "latin1").toString())).toContain(
      ciiOf(soldToBerlin),
    );
    const metadata = streams.find((stream) => stream.includes("<x:xmpmeta")) ?? "";
    expect(metadata).toContain("<fx:DocumentFileName>factur-x.xml</fx:DocumentFileName>");
    expect(metadata).toContain("<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>");
    expect(metadata).toContain("<pdfaSchema:prefix>fx</pdfaSchema:prefix>");
  });

  test("has metadata that can be read for a seller with signs of XML in the name", async () => {
    const seller = { ...soldToBerlin.seller, name: "Beans & <Peas>" };
    const bytes = await pdfOf({ ...soldToBerlin, seller });
    const metadata = insideOf(bytes).streams.find((stream) => stream.includes("<x:xmpmeta")) ?? "";
    expect(metadata).toContain("Beans &#38; &#60;Peas&#62;");
    expect(metadata).not.toContain("Beans & <");
  });

  test.each([
    ["Cyrillic", "Огород и Сад"],
    ["Greek", "Κήποι Α.Ε."],
    ["signs of XML", "Beans & <Peas>"],
    ["300 characters", `${"Long name of a company ".repeat(13)}`.slice(0, 300).trim()],
  ])("is set in letters of %s", async (_, name) => {
    const text = await textOf(await pdfOf(withBuyer(name)));
    expect(text).toContain(name);
    expect(text).not.toContain("squares");
  });

  test("sets Arabic and Hebrew in a font that has them", async () => {
    for (const [name, font] of [
      ["شركة الحدائق الخضراء", "NotoSansArabic"],
      ["גינות ירוקות בע״מ", "NotoSansHebrew"],
    ] as const) {
      const bytes = await pdfOf(withBuyer(name));
      expect(bytes.toString("latin1")).toContain(font);
      expect(await textOf(bytes)).not.toContain("squares");
    }
  });

  test("names letters that no font has, and never draws a missing glyph", async () => {
    const text = await textOf(await pdfOf(withBuyer("株式会社 Green 🌱")));
    expect(text).toContain("□□□□ Green □");
    expect(text).toContain("U+682A U+5F0F U+4F1A U+793E U+1F331");
    expect(text).toContain("factur-x.xml has all letters");
  });

  test("continues a long list of lines on further pages, each with its number", async () => {
    const lines = Array.from({ length: 60 }, (_, nth) => ({
      label: `Article ${nth}`,
      quantity: 1,
      netCents: 100,
    }));
    const bytes = await pdfOf({ ...soldToBerlin, lines });
    const pdf = await getDocumentProxy(new Uint8Array(bytes));
    expect(pdf.numPages).toBeGreaterThan(2);
    const text = await textOf(bytes);
    expect(text).toContain("Article 59");
    expect(text).toContain(`${pdf.numPages} of ${pdf.numPages}`);
  });

  test("says that a pro forma is no invoice, and attaches nothing", async () => {
    const bytes = await pdfOf(
      { ...soldToBerlin, number: "" },
      { transfer: [["Payment reference", "Order 7"]], xml: "" },
    );
    const text = await textOf(bytes);
    expect(text).toContain("Pro forma");
    expect(text).toContain("To be paid");
    expect(text).not.toContain("Number");
    expect(bytes.toString("latin1")).not.toContain("/AF ");
  });

  test("draws the logo of the business without transparency", async () => {
    const sharp = await loadSharp();
    const picture = { width: 300, height: 80, channels: 3, background: "#335522" } as const;
    const bytes = await sharp({ create: picture }).png().toBuffer();
    const logo = { bytes, ...picture };
    const dress = { ...(await pdfDressOf(lookOf(undefined))), logo };
    const { objects } = insideOf(await pdfOf(soldToBerlin, { dress }));
    expect(objects).toMatch(/\/Subtype \/Image/);
    expect(objects).not.toContain("/SMask");
  });
});

const isInstalled = (program: string) => spawnSync(program, ["--version"]).error === undefined;

describe("The PDF of an invoice, read by other programs", () => {
  async function inFile<Result>(
    read: (file: string, directory: string) => Result,
  ): Promise<Result> {
    const directory = mkdtempSync(join(tmpdir(), "invoice-"));
    try {
      const file = join(directory, "invoice.pdf");
      writeFileSync(file, await pdfOf(withBuyer("Weiß & שלום")));
      return read(file, directory);
    } finally {
      rmSync(directory, { recursive: true });
    }
  }
  const run = (program: string, ...args: readonly string[]) =>
    execFileSync(program, args, { encoding: "utf8" });

  test.skipIf(!isInstalled("qpdf"))("has no fault for qpdf, where that is installed", async () => {
    expect(await inFile((file) => run("qpdf", "--check", file))).toContain("No syntax or stream");
  });

  test.skipIf(!isInstalled("pdfdetach"))(
    "gives pdfdetach its e-invoice, where that is installed",
    async () => {
      expect(await inFile((file) => run("pdfdetach", "-list", file))).toContain("factur-x.xml");
    },
  );

  test.skipIf(!isInstalled("pdffonts"))(
    "has embedded subsets of fonts only for pdffonts, where that is installed",
    async () => {
      const fonts = (await inFile((file) => run("pdffonts", file))).trim().split("\n").slice(2);
      expect(fonts.length).toBeGreaterThan(2);
      for (const font of fonts) expect(font).toMatch(/ yes yes (yes|no ) /);
    },
  );
});
