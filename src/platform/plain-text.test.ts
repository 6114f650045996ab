import { expect, test } from "vitest";
import { isPlainText } from "./plain-text.ts";

test.each(["", "two\nlines\r\nand a\ttab", "Ødegård 🌾 שלום", "\ud83c\udf3e"])(
  "%j can be shown",
  (text) => {
    expect(isPlainText(text)).toBe(true);
  },
);

test("a control character cannot be shown, wherever it stands", () => {
  const shown = new Set([0x09, 0x0a, 0x0d]);
  const controls = [...Array.from({ length: 0x20 }, (_, code) => code), 0x7f];
  for (const code of controls) {
    const text = `a${String.fromCharCode(code)}b`;
    expect([code, isPlainText(text)]).toEqual([code, shown.has(code)]);
  }
});

test.each(["\ud800", "\udc00", "a\udbffb", "\udc00\ud800"])("half a character cannot", (text) => {
  expect(isPlainText(text)).toBe(false);
});
