import { expect, test } from "vitest";
import { decodeHtml } from "./decode-html.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);
const latin1 = (text: string) => new Uint8Array(Buffer.from(text, "latin1"));
const utf16 = (text: string) => new Uint8Array(Buffer.from(text, "utf16le"));
const titled = (head: string) => `<!doctype html><head>${head}<title>Färg</title>`;
const titleIn = (bytes: Uint8Array, contentType: string | null) =>
  /<title>(.*?)</.exec(decodeHtml(bytes, contentType))?.[1];

type Case = readonly [head: string, contentType: string | null];

test("a page in UTF-8 is read as UTF-8 unless a header or a meta names another charset", () => {
  const asUtf8: readonly Case[] = [
    ['<meta charset="utf-16">', "text/html"],
    ["<meta charset=UTF-16BE>", "text/html"],
    ['<meta content="text/html; charset=unicode" http-equiv="content-type">', "text/html"],
    ['<meta name="keywords" content="charset=latin1"><meta charset="utf-8">', "text/html"],
    ["<!-- <meta charset=latin1> --><meta charset=utf-8>", null],
    ['<meta content="text/html; charset=latin1"><meta charset=utf8>', null],
    ['<p data-x="<meta charset=latin1>"><meta charset=utf-8>', null],
    ["<meta data-charset=latin1><meta charset=utf-8>", null],
    ["<meta charset=klingon>", "text/html"],
    ["<meta charset=latin1>", "text/html; charset=utf-8"],
    ["<meta charset=latin1>", 'text/html; charset="UTF-8"'],
    ["<meta charset=constructor>", "text/html; charset=__proto__"],
    [`${" ".repeat(1024)}<meta charset=latin1>`, "text/html"],
  ];
  expect(asUtf8.filter(([head, type]) => titleIn(utf8(titled(head)), type) !== "Färg")).toEqual([]);
  const asLatin1: readonly Case[] = [
    ["<META CHARSET='latin1'>", "text/html"],
    ["<meta charset = iso-8859-1 >", "text/html"],
    ["<meta/charset='latin1'/>", "text/html"],
    ["<meta charset=x-user-defined>", "text/html"],
    ["", "text/html;level=1;charset=latin1"],
    ["", "text/html; charset=latin1; charset=utf-8"],
    ["", "TEXT/HTML; CHARSET=LATIN1"],
    ["<meta charset=latin1>", "text/html; charset=x"],
    ["<meta charset=latin1>", "charset=utf-8"],
    ["", "text/html; charset=utf-8, text/html; charset=latin1"],
  ];
  expect(asLatin1.filter(([head, type]) => titleIn(utf8(titled(head)), type) !== "FÃ¤rg")).toEqual(
    [],
  );
});

test("a byte order mark counts before header and meta", () => {
  const text = `\uFEFF${titled("<meta charset=latin1>")}`;
  expect(titleIn(utf8(text), "text/html; charset=latin1")).toBe("Färg");
  expect(titleIn(utf16(text), null)).toBe("Färg");
});

test("the charset is found although the bytes end inside a character", () => {
  expect(decodeHtml(utf8("Färgä").subarray(0, 6), "text/html")).toBe("Färg\ufffd");
});

test("a page in another charset is read", () => {
  expect(titleIn(latin1(titled("")), null)).toBe("Färg");
  expect(titleIn(latin1(titled('<meta charset="latin-1"><meta charset="iso8859-1">')), null)).toBe(
    "Färg",
  );
  expect(titleIn(utf16(titled("")), "text/html; charset=utf-16le")).toBe("Färg");
  for (const [label, bytes, expected] of [
    ["shift_jis", [0x90, 0x85], "水"],
    ["gb2312", [0xcb, 0xae], "水"],
    ["koi8-r", [0xd7], "в"],
    ["windows-1251", [0xe2], "в"],
    ["euc-kr", [0xb9, 0xb0], "물"],
  ] as const) {
    const head = `<meta http-equiv=Content-Type content='text/html; charset=${label}'><title>`;
    const page = new Uint8Array([...utf8(head), ...bytes, ...utf8("</title>")]);
    expect([label, titleIn(page, "text/html")]).toEqual([label, expected]);
  }
});
