import { expect, test } from "vitest";
import { quotedParts } from "./quoted-parts.ts";

const lines = (count: number) => Array.from({ length: count }, (_, index) => `> ${index}`);

test("a long quote is a part of its own, and a short one stays with the words around it", () => {
  const long = lines(5).join("\n");
  const text = `See below.\n\n${long}\n\nThe new one.\n\n> And when?\n\nOn Monday.`;
  expect(quotedParts(text)).toEqual([
    { text: "See below.", isQuote: false },
    { text: long, isQuote: true },
    { text: "The new one.\n\n> And when?\n\nOn Monday.", isQuote: false },
  ]);
});

test("a text without a quote is one part, unchanged", () => {
  for (const text of ["One\n\n two > three", lines(4).join("\n"), ""]) {
    expect(quotedParts(text)).toEqual([{ text, isQuote: false }]);
  }
});
