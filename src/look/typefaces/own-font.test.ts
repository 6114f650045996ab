import { readFile } from "node:fs/promises";
import { brotliCompressSync } from "node:zlib";
import subsetFont from "subset-font";
import { expect, test } from "vitest";
import { type LookRecord, look } from "#content/blocks/look.ts";
import { publishDraft } from "#content/drafts/publish-draft.ts";
import { saveDraft } from "#content/drafts/save-draft.ts";
import { letteringOf } from "#seo/lettering.ts";
import { olga, openContent } from "../../../tests/support/content.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { ada, owner } from "../../../tests/support/orders/shop.ts";
import { parseHere } from "../../../tests/support/parse-here.ts";
import { lookOf } from "../look.ts";
import { pictureOutlines } from "../printed-look.ts";
import {
  addOwnFont,
  deleteOwnFont,
  findOwnFont,
  findOwnFontFile,
  listOwnFonts,
  ownOutlines,
} from "./own-font.server.ts";
import { readOwnFont } from "./read-own-font.ts";

const files = new URL("../../../node_modules/@fontsource-variable/archivo/files/", import.meta.url);
const wholeFont = () => readFile(new URL("archivo-latin-wght-normal.woff2", files));
const now = Date.UTC(2026, 10, 20);

async function subset(letters: string, targetFormat: "woff2" | "sfnt" = "woff2") {
  return subsetFont(await wholeFont(), letters, { targetFormat });
}

test("a WOFF2 file is read with its name, weights and metrics", async () => {
  const { name, facts, outlines } = readOwnFont(await wholeFont());
  expect(name).toBe("Archivo SemiBold");
  expect(facts).toMatchObject({ lightest: 100, boldest: 900, restriction: "" });
  expect(facts.ascent).toBeCloseTo(0.878);
  expect(facts.descent).toBeCloseTo(0.21);
  expect(facts.meanAdvance).toBeGreaterThan(0.4);
  expect(outlines.glyphs.A?.[1]).toMatch(/^M[\d\s]/);
});

test("other formats are refused with what to do", async () => {
  const ttf = await subset("abc", "sfnt");
  expect(() => readOwnFont(ttf)).toThrow(/^This is a TrueType file. Convert it to WOFF2/);
  const start = (signature: string) => Buffer.concat([Buffer.from(signature), Buffer.alloc(60)]);
  expect(() => readOwnFont(start("OTTO"))).toThrow(/OpenType file/);
  expect(() => readOwnFont(start("wOFF"))).toThrow(/WOFF file of the first version/);
  expect(() => readOwnFont(start("<svg"))).toThrow("This is not a font.");
  expect(() => readOwnFont(Buffer.alloc(0))).toThrow("This is not a font.");
});

test("a font without Latin letters is refused, and one that lacks some says which", async () => {
  const greek = await subset("\u2191\u2193");
  expect(() => readOwnFont(greek)).toThrow("This font has no Latin letters");
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWYZabcdefghijklmnopqrstuvwxyz012345679.,-";
  const most = await subset(letters);
  expect(() => readOwnFont(most)).toThrow("This font lacks some letters: X 8 Export it with them.");
});

test("a damaged file is refused", async () => {
  const font = await wholeFont();
  const damaged = /^This WOFF2 file is damaged/;
  expect(() => readOwnFont(font.subarray(0, font.length - 9))).toThrow(damaged);
  expect(() => readOwnFont(font.subarray(0, 30))).toThrow(damaged);
  for (const at of [13, 200, 5000]) {
    const changed = Buffer.from(font);
    changed[at] = (changed[at] ?? 0) ^ 0xff;
    expect(() => readOwnFont(changed), `byte ${at}`).toThrow(
      /^(This WOFF2 file is damaged|This font)/,
    );
  }
});

test("a file that unpacks to more than it declares is refused before it is unpacked", () => {
  const packed = brotliCompressSync(Buffer.alloc(50_000_000));
  const directory = Buffer.from([1, 100]);
  const header = Buffer.alloc(48);
  header.write("wOF2");
  header.writeUInt32BE(0x10000, 4);
  header.writeUInt32BE(48 + directory.length + packed.length, 8);
  header.writeUInt16BE(1, 12);
  header.writeUInt32BE(packed.length, 20);
  const file = Buffer.concat([header, directory, packed]);
  expect(() => readOwnFont(file)).toThrow(/^This WOFF2 file is damaged/);
  header.writeUInt32BE(50_000_000, 16);
  expect(() => readOwnFont(Buffer.concat([header, directory, packed]))).toThrow(
    "This font is too large when it is unpacked.",
  );
});

describeOnEachDatabase("Own fonts", (openDatabase) => {
  const open = async () => ({
    database: await openDatabase(),
    clock: () => now,
    parse: parseHere,
  });

  test("are stored once, listed, served for ever, and lettered in share pictures", async () => {
    const fonts = await open();
    const { read } = fonts.database;
    const bytes = await wholeFont();
    const font = await addOwnFont(fonts, owner, bytes, "archivo.woff2");
    expect(font).toMatchObject({
      name: "Archivo SemiBold",
      fileName: "archivo.woff2",
      bytes: bytes.length,
      address: `/fonts/${font._id}.woff2`,
    });
    expect(await addOwnFont(fonts, owner, bytes, "again.woff2")).toEqual(font);
    expect(await listOwnFonts(read, owner)).toEqual([font]);
    expect(await findOwnFont(read, font.address)).toEqual(font);
    const file = await findOwnFontFile(read, font.address);
    expect(file).toMatchObject({
      type: "font/woff2",
      cacheControl: expect.stringMatching(/immutable/),
    });
    expect(Buffer.from(file?.bytes ?? []).equals(bytes)).toBe(true);
    const values = { headingFont: "Uploaded", ownHeadingFont: font.address };
    const dressed = lookOf({ _id: "1", ...look.seed[0], ...values } as LookRecord);
    const outlines = await pictureOutlines(read, dressed);
    expect(outlines).toEqual(readOwnFont(bytes).outlines);
    const { outlineOf } = letteringOf(outlines);
    const place = { size: 10, x: 0, y: 0, fill: "#000000" };
    expect(outlineOf("A", place)).not.toBe(letteringOf().outlineOf("A", place));
  });

  test("of an unknown or a foreign address are not found", async () => {
    const { read } = (await open()).database;
    for (const address of ["/fonts/0123456789abcdef.woff2", "/fonts/x.woff2", "/media/x", ""]) {
      expect(await findOwnFontFile(read, address)).toBeUndefined();
      expect(await ownOutlines(read, address)).toBeUndefined();
    }
  });

  test("are refused when they are too large, and by people who may not edit content", async () => {
    const fonts = await open();
    await expect(addOwnFont(fonts, owner, new Uint8Array(300_001), "a.woff2")).rejects.toThrow(
      "The font has 301 kB, and at most 300 kB are allowed",
    );
    await expect(addOwnFont(fonts, ada, new Uint8Array(1), "a.woff2")).rejects.toThrow();
    await expect(listOwnFonts(fonts.database.read, ada)).rejects.toThrow();
    await expect(deleteOwnFont(fonts, ada, "0123456789abcdef")).rejects.toThrow();
  });

  test("cannot be deleted while the look or its draft uses them", async () => {
    const content = await openContent(await openDatabase());
    const fonts = { database: content.database, clock: () => now, parse: parseHere };
    const font = await addOwnFont(fonts, owner, await wholeFont(), "archivo.woff2");
    const { _id } = await content.first(look);
    const draft = (values: object) => saveDraft(content, olga, look, _id, { values });
    await draft({ headingFont: "Uploaded", ownHeadingFont: font.address });
    await expect(deleteOwnFont(fonts, owner, font._id)).rejects.toThrow(
      "The draft of the look uses this font. Choose another font there first.",
    );
    await publishDraft(content, olga, look, _id, undefined);
    await draft({ headingFont: "Own", ownHeadingFont: "" });
    await expect(deleteOwnFont(fonts, owner, font._id)).rejects.toThrow(
      "The look of the site uses",
    );
    await publishDraft(content, olga, look, _id, undefined);
    expect(await deleteOwnFont(fonts, owner, font._id)).toEqual(font);
    expect(await listOwnFonts(fonts.database.read, owner)).toEqual([]);
    await expect(deleteOwnFont(fonts, owner, font._id)).rejects.toMatchObject({
      code: "not-found",
    });
  });
});
