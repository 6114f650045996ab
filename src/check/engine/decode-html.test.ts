import { describe, expect, test } from "vitest";
import { decodeHtml } from "./decode-html.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);
const latin1 = (text: string) => new Uint8Array(Buffer.from(text, "latin1"));
const titled = (head: string) => `<!doctype html><head>${head}<title>Färg</title>`;

const asUtf8 = "Färg";
const asLatin1 = "FÃ¤rg";
const titleIn = (bytes: Uint8Array, contentType: string | null) =>
  /<title>(.*?)</.exec(decodeHtml(bytes, contentType))?.[1];

describe("The charset of a page in UTF-8", () => {
  test.each([
    ["a meta that says utf-16", '<meta charset="utf-16">', "text/html", asUtf8],
    ["a meta that says utf-16be", "<meta charset=UTF-16BE>", "text/html", asUtf8],
    [
      "a meta that says unicode",
      '<meta content="text/html; charset=unicode" http-equiv="content-type">',
      "text/html",
      asUtf8,
    ],
    [
      "a charset in another meta",
      '<meta name="keywords" content="charset=latin1"><meta charset="utf-8">',
      "text/html",
      asUtf8,
    ],
    ["a charset in a comment", "<!-- <meta charset=latin1> --><meta charset=utf-8>", null, asUtf8],
    [
      "a content without http-equiv",
      '<meta content="text/html; charset=latin1"><meta charset=utf8>',
      null,
      asUtf8,
    ],
    [
      "a charset in a data attribute",
      '<p data-x="<meta charset=latin1>"><meta charset=utf-8>',
      null,
      asUtf8,
    ],
    [
      "a charset in another attribute",
      "<meta data-charset=latin1><meta charset=utf-8>",
      null,
      asUtf8,
    ],
    ["a meta that names latin1", "<META CHARSET='latin1'>", "text/html", asLatin1],
    ["a meta without quotes", "<meta charset = iso-8859-1 >", "text/html", asLatin1],
    ["a meta with a slash", "<meta/charset='latin1'/>", "text/html", asLatin1],
    ["x-user-defined in a meta", "<meta charset=x-user-defined>", "text/html", asLatin1],
    ["an unknown charset in a meta", "<meta charset=klingon>", "text/html", asUtf8],
    ["a header before a meta", "<meta charset=latin1>", "text/html; charset=utf-8", asUtf8],
    ["a header with quotes", "<meta charset=latin1>", 'text/html; charset="UTF-8"', asUtf8],
    ["a header with more parameters", "", "text/html;level=1;charset=latin1", asLatin1],
    ["two charsets in a header", "", "text/html; charset=latin1; charset=utf-8", asLatin1],
    ["a header in capitals", "", "TEXT/HTML; CHARSET=LATIN1", asLatin1],
    ["an unknown charset in the header", "<meta charset=latin1>", "text/html; charset=x", asLatin1],
    ["a header that is no media type", "<meta charset=latin1>", "charset=utf-8", asLatin1],
    ["two headers", "", "text/html; charset=utf-8, text/html; charset=latin1", asLatin1],
    ["a name of Object", "<meta charset=constructor>", "text/html; charset=__proto__", asUtf8],
    ["a meta after 1,024 bytes", `${" ".repeat(1024)}<meta charset=latin1>`, "text/html", asUtf8],
  ])("with %s", (_, head, contentType, expected) => {
    expect(titleIn(utf8(titled(head)), contentType)).toBe(expected);
  });

  test("with a byte order mark counts before header and meta", () => {
    const bytes = utf8(`\uFEFF${titled("<meta charset=latin1>")}`);
    expect(titleIn(bytes, "text/html; charset=latin1")).toBe(asUtf8);
  });

  test("is found although its bytes end inside a character", () => {
    expect(decodeHtml(utf8("Färgä").subarray(0, 6), "text/html")).toBe("Färg\ufffd");
  });
});

describe("The charset of other pages", () => {
  test.each<[string, Uint8Array, string | null]>([
    ["windows-1252 without a label", latin1(titled("")), null],
    [
      "Latin-1 by a meta",
      latin1(titled('<meta charset="latin-1"><meta charset="iso8859-1">')),
      null,
    ],
    ["UTF-16 with a mark", new Uint8Array(Buffer.from(`\uFEFF${titled("")}`, "utf16le")), null],
    [
      "UTF-16 by the header",
      new Uint8Array(Buffer.from(titled(""), "utf16le")),
      "text/html; charset=utf-16le",
    ],
  ])("is %s", (_, bytes, contentType) => {
    expect(titleIn(bytes, contentType)).toBe(asUtf8);
  });

  test.each([
    ["shift_jis", [0x90, 0x85], "水"],
    ["gb2312", [0xcb, 0xae], "水"],
    ["koi8-r", [0xd7], "в"],
    ["windows-1251", [0xe2], "в"],
    ["euc-kr", [0xb9, 0xb0], "물"],
  ])("is %s by a meta", (label, bytes, expected) => {
    const page = new Uint8Array([
      ...utf8(`<meta http-equiv=Content-Type content='text/html; charset=${label}'><title>`),
      ...bytes,
      ...utf8("</title>"),
    ]);
    expect(titleIn(page, "text/html")).toBe(expected);
  });
});
