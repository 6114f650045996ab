import { expect, test } from "vitest";
import { refundPolicy } from "#content/blocks/legal-pages.ts";
import { firstSentence } from "./first-sentence.ts";

test.each([
  ["# Refunds\n\nWe pay back 99.50 at once. Ask us.", "We pay back 99.50 at once."],
  ["No full stop", "No full stop"],
  ["# Only a heading", ""],
  ["", ""],
])("of %j is %j", (text, sentence) => {
  expect(firstSentence(text)).toBe(sentence);
});

test("of the seeded refund policy says when everything is paid back", () => {
  expect(firstSentence(refundPolicy.seed[0]?.legalText ?? "")).toMatch(/full price back\.$/);
});
