import { expect, test } from "vitest";
import { suggestedAddress } from "./suggested-address.ts";

test("suggests the words of the title in small letters, with hyphens", () => {
  expect(suggestedAddress("Local SEO in Leeds")).toBe("/local-seo-in-leeds/");
  expect(suggestedAddress("  Łódź & Köln: what’s new? ")).toBe("/lodz-koln-whats-new/");
});

test("suggests nothing for a title without such letters, and never more than an address can have", () => {
  expect(suggestedAddress("東京")).toBe("");
  const long = suggestedAddress("word ".repeat(60));
  expect(long.length).toBeLessThanOrEqual(100);
  expect(long).toMatch(/^\/(word-)+word\/$/);
});
