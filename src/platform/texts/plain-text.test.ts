import { expect, test } from "vitest";
import {
  isPlainText,
  pathOfControl,
  plainTextsIn,
  trimmed,
  withoutControls,
} from "./plain-text.ts";

test.each(["", "two\nlines\r\nand a\ttab", "Ødegård 🌾 שלום", "\ud83c\udf3e"])(
  "%j is valid text",
  (text) => {
    expect(isPlainText(text)).toBe(true);
  },
);

test("a control character anywhere makes a text invalid", () => {
  const shown = new Set([0x09, 0x0a, 0x0d]);
  for (let code = 0; code < 0x100; code += 1) {
    const character = String.fromCharCode(code);
    const isControl = /\p{Cc}/u.test(character) && !shown.has(code);
    const text = `a${character}b`;
    expect([code, isPlainText(text)]).toEqual([code, !isControl]);
    expect(withoutControls(text)).toBe(isControl ? "ab" : text);
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

test("texts at any depth of a value are found and made plain, and other values stay", () => {
  const bytes = new Uint8Array([0]);
  const value = { "a\u0000": [{ b: "x\u0007\ud800" }, 7, null, undefined, bytes], c: "one\ntwo" };
  expect(plainTextsIn(value)).toEqual({
    a: [{ b: "x\ufffd" }, 7, null, undefined, bytes],
    c: "one\ntwo",
  });
  expect(pathOfControl({ a: [{ b: "x" }, { b: "\u009b" }] })).toEqual(["a", "1", "b"]);
  expect(pathOfControl(value)).toEqual(["a"]);
  expect(pathOfControl(plainTextsIn(value))).toBeUndefined();
});
