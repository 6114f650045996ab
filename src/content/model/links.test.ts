import { expect, test } from "vitest";
import { isContentLink, isImageAddress } from "./links.ts";

test("links and pictures with usual schemes and on the site are accepted", () => {
  const links =
    "https://example.com/a?b#c http://example.com mailto:ada@example.com tel:+15550100142 /pricing/ /#pricing #pricing ?page=2";
  expect(links.split(" ").filter((value) => !isContentLink(value))).toEqual([]);
  const pictures = "https://example.com/a.png http://example.com/a.png /pictures/a.webp".split(" ");
  expect(pictures.filter((value) => !isImageAddress(value))).toEqual([]);
  const none = "mailto:ada@example.com tel:+1555 #a ?a a.png".split(" ");
  expect(none.filter(isImageAddress)).toEqual([]);
});

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
