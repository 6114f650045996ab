import { expect, test } from "vitest";
import { nameOfSender, quoteSafely } from "./quote-safely.ts";

test.each([
  ["See https://spam.example/a?b=1 now", "See [left out] now"],
  ["See www.spam.example now", "See [left out] now"],
  ["See spam.example/offer now", "See [left out] now"],
  ["See ｓｐａｍ．ｅｘａｍｐｌｅ now", "See [left out] now"],
  ["See 例え。テスト now", "See [left out] now"],
  ["Write to win@spam.example.", "Write to [left out]"],
  ["javascript://x and data://y", "[left out] and [left out]"],
  ["Call +1 (555) 010-0142 now", "Call [left out] now"],
  ["A {placeholder} of 299 dollars, on 3 pages.", "A {placeholder} of 299 dollars, on 3 pages."],
  ["<b>Bold</b>\n\nand more", "<b>Bold</b>\n\nand more"],
])("quotes %j as %j", (text, quoted) => {
  expect(quoteSafely(text)).toBe(quoted);
});

test("quotes the beginning of a long text", () => {
  expect(quoteSafely("barley ".repeat(1000))).toHaveLength(501);
  expect(quoteSafely("🌱".repeat(1000))).toBe(`${"🌱".repeat(500)}…`);
});

test.each([
  ["Ann Field", "Ann Field"],
  ["Dr. José O’Neill-Ødegård", "Dr. José O’Neill-Ødegård"],
  ["", ""],
  ["Buy spam.example", ""],
  ["You have won 100 dollars", ""],
  ["Claim your great prize now", ""],
  ["x".repeat(41), ""],
])("addresses %j as %j", (typed, shown) => {
  expect(nameOfSender(typed)).toBe(shown);
});
