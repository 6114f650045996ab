import { expect, test } from "vitest";
import { isContentLink, isImageAddress } from "./schema-of.ts";

test.each([
  "https://example.com/a?b#c",
  "http://example.com",
  "mailto:ada@example.com",
  "tel:+15550100142",
  "/pricing/",
  "/#pricing",
  "#pricing",
  "?page=2",
])("%s is accepted as a link", (value) => {
  expect(isContentLink(value)).toBe(true);
});

test.each(["https://example.com/a.png", "http://example.com/a.png", "/pictures/a.webp"])(
  "%s is accepted as the address of a picture",
  (value) => {
    expect(isImageAddress(value)).toBe(true);
  },
);

test.each(["mailto:ada@example.com", "tel:+1555", "#a", "?a", "a.png"])(
  "%s is refused as the address of a picture",
  (value) => {
    expect(isImageAddress(value)).toBe(false);
  },
);

test("links and pictures with another scheme are refused, also when hidden by case, spaces or control characters", () => {
  const schemes = ["javascript", "data", "vbscript", "file", "blob", "ftp", "JaVaScRiPt"];
  const disguises = schemes.flatMap((scheme) => [
    `${scheme}:alert(1)`,
    ` ${scheme}:alert(1)`,
    `\u0001${scheme}:alert(1)`,
    `${scheme.slice(0, 3)}\t${scheme.slice(3)}:alert(1)`,
    `${scheme.slice(0, 3)}\n${scheme.slice(3)}:alert(1)`,
    `${scheme}\u0000:alert(1)`,
    `${scheme}://example.com/%0aalert(1)`,
  ]);
  const others = ["//evil.example", "/\\evil.example", "\\\\evil.example", "/\t/evil.example", ""];
  const passed = [...disguises, ...others].filter(
    (value) => isContentLink(value) || isImageAddress(value),
  );
  expect(passed).toEqual([]);
});
