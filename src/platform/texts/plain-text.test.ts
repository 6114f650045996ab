import { expect, test } from "vitest";
import { isPlainText, trimmed } from "./plain-text.ts";

test.each(["", "two\nlines\r\nand a\ttab", "Ødegård 🌾 שלום", "\ud83c\udf3e"])(
  "%j is valid text",
  (text) => {
    expect(isPlainText(text)).toBe(true);
  },
);

test("a control character anywhere makes a text invalid", () => {
  const shown = new Set([0x09, 0x0a, 0x0d]);
  const controls = [...Array.from({ length: 0x20 }, (_, code) => code), 0x7f];
  for (const code of controls) {
    const text = `a${String.fromCharCode(code)}b`;
    expect([code, isPlainText(text)]).toEqual([code, shown.has(code)]);
  }
});

test.each(["\ud800", "\udc00", "a\udbffb", "\udc00\ud800"])(
  "%j is not valid text, because it contains half a surrogate pair",
  (text) => {
    expect(isPlainText(text)).toBe(false);
  },
);

test.each(["", " \n", "\u200b", "\u202e", "\ufeff \u00ad", "\u3164", "\u2800", "\u{e0061}\u200d"])(
  "%j counts as blank",
  (text) => {
    expect(trimmed(text)).toBe("");
  },
);

test("invisible marks within a text are kept", () => {
  const names = ["👩\u200d🌾", "\u200fשלום", "نامه\u200cای", "A\u200bB", "❤\ufe0f"];
  expect(names.map((name) => trimmed(` ${name}\n`))).toEqual(names);
});
