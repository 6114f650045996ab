import fc from "fast-check";
import { expect, test } from "vitest";
import { betweenWords, foldedText } from "./folded-text.ts";

test.each([
  ["Łódź", "lodz"],
  ["Straße", "strasse"],
  ["STRASSE", "strasse"],
  ["GRÜẞE", "grusse"],
  ["Øslo", "oslo"],
  ["Ærø", "aero"],
  ["Œuvre", "oeuvre"],
  ["Đặng Đức", "dang duc"],
  ["Ísafjörður", "isafjordur"],
  ["Þór", "thor"],
  ["Iğdır", "igdir"],
  ["IĞDIR", "igdir"],
  ["İzmir", "izmir"],
  ["Sápmi Ŋáŋŋe Ŧ", "sapmi nanne t"],
  ["Ħamrun", "hamrun"],
  ["Ĳsselmeer ŉ", "ijsselmeer 'n"],
  ["ﬁnance ﬂow", "finance flow"],
  ["ＡＣＭＥ　１２", "acme 12"],
  ["ｶﾞｽ", "ガス".normalize("NFD")],
  ["Zoe\u0308", "zoe"],
  ["Έλληνας ΈΛΛΗΝΑΣ", "ελληνασ ελληνασ"],
  ["Ёлкин Йод", "елкин иод"],
  ["مُحَمَّد أحمد", "محمد احمد"],
  ["שָׁלוֹם", "שלום"],
  ["O’Brien Hawaiʻi", "o'brien hawai'i"],
  ["co‑operative", "co-operative"],
  ["Soft\u00adhyphen\u200b", "softhyphen"],
  ["Müller", "muller"],
])("%s is found as %s", (text, folded) => {
  expect(foldedText(text)).toBe(folded);
});

test.each([
  ["की", "कि"],
  ["กิน", "กน"],
  ["か", "が"],
  ["கி", "க"],
  ["Müller", "Mueller"],
  ["Łódź", "Łódka"],
])("%s and %s stay different words", (one, other) => {
  expect(foldedText(one)).not.toBe(foldedText(other));
});

const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({ unit: "grapheme" }),
  // Texts of the letters and marks that folding is about.
  fc.string({
    unit: fc.constantFrom(..."ŁłßẞØæÞıİIŊΣςÉ가か\u0301\u0307\u3099\u0e34\u093f\u00ad\u0345 '’-"),
  }),
);

test("a folded text folds to itself, and is at most 18 times as long as the text", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const folded = foldedText(text);
      expect(foldedText(folded)).toBe(folded);
      expect(folded.length).toBeLessThanOrEqual(18 * text.length);
    }),
    { numRuns: 300 },
  );
});

test("every character of Unicode folds to itself after it was folded", () => {
  for (let code = 0; code <= 0x10ffff; code++) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    // Planes without assigned characters.
    if (code > 0x323af && code < 0xe0000) continue;
    const folded = foldedText(String.fromCodePoint(code));
    if (foldedText(folded) !== folded) expect(folded, code.toString(16)).toBe(foldedText(folded));
  }
});

test("a word of a text is found in each of its spellings, and by the letters it begins with", () => {
  const spellings = [
    (word: string) => word,
    (word: string) => word.normalize("NFC"),
    (word: string) => word.normalize("NFD"),
    (word: string) => word.toLowerCase(),
  ];
  fc.assert(
    fc.property(anyText, fc.nat(), fc.constantFrom(...spellings), (text, at, spell) => {
      const stored = foldedText(text).split(betweenWords);
      const typed = text.split(/\s+/);
      const word = typed[at % typed.length] ?? "";
      const letters = [...new Intl.Segmenter().segment(word)].map(({ segment }) => segment);
      const beginning = letters.slice(0, at % (letters.length + 1)).join("");
      for (const part of [spell(word), beginning]) {
        for (const piece of foldedText(part).split(betweenWords)) {
          expect(stored.some((its) => its.startsWith(piece))).toBe(true);
        }
      }
    }),
    { numRuns: 300 },
  );
});
