import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeTable, utf8OfTable } from "./decode-table.ts";

function utf16(text: string, isLittle: boolean, hasMark: boolean): Uint8Array {
  const units = [...(hasMark ? "\ufeff" : ""), ...text].join("");
  const bytes = Buffer.from(units, "utf16le");
  return new Uint8Array(isLittle ? bytes : bytes.swap16());
}

describe("The text of a table", () => {
  const rows = fc
    .array(fc.tuple(fc.string({ unit: "grapheme", minLength: 1 }), fc.nat()), { minLength: 2 })
    .map((all) => ["検索,クリック数", ...all.map(([name, count]) => `${name},${count}`)].join("\n"))
    // A NUL is what tells UTF-16 from UTF-8, and no program writes one.
    .filter((text) => !/[\ufeff\ufffe]/.test(text) && !text.includes("\0"));

  test("is read from UTF-8 and UTF-16 of both byte orders, with a byte order mark", () => {
    fc.assert(
      fc.property(rows, (text) => {
        for (const bytes of [
          new TextEncoder().encode(text),
          new TextEncoder().encode(`\ufeff${text}`),
          utf16(text, true, true),
          utf16(text, false, true),
        ]) {
          expect(decodeTable(bytes)).toEqual({ text, isGuessed: false });
          expect(new TextDecoder().decode(utf8OfTable(bytes))).toBe(text);
        }
      }),
    );
  });

  test.each([
    ["Day\tClicks\n2026-11-01\t40"],
    ["検索,クリック数\n梅の木の剪定,40\n林檎,12\n"],
    ["Запрос;Клики\nсливы;40\n"],
  ])("is read from UTF-16 of both byte orders without a mark: %j", (text) => {
    expect(decodeTable(utf16(text, true, false))).toEqual({ text, isGuessed: false });
    expect(decodeTable(utf16(text, false, false))).toEqual({ text, isGuessed: false });
  });

  test("is assumed to be Windows-1252 when it is not UTF-8", () => {
    const bytes = Buffer.from("Schl\xfcssel;Klicks\n\x84K\xf6ln\x93;4\n\x80;5", "latin1");
    const text = "Schlüssel;Klicks\n„Köln“;4\n€;5";
    expect(decodeTable(bytes)).toEqual({ text, isGuessed: true });
    expect(new TextDecoder().decode(utf8OfTable(bytes))).toBe(text);
  });

  test("is in UTF-8 when a character lies across two pieces of a long file", () => {
    const text = `${"a".repeat(499_999)}Köln🌱${"ü".repeat(700_000)}`;
    expect(new TextDecoder().decode(utf8OfTable(utf16(text, true, true)))).toBe(text);
  });

  test("with a stray NUL stays UTF-8", () => {
    const text = "Day;Clicks;Ra\u0000te\n2026-11-01;9;5";
    expect(decodeTable(new TextEncoder().encode(text))).toEqual({ text, isGuessed: false });
  });
});
