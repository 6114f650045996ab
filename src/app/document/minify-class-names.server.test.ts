import { expect, test } from "vitest";
import { minifyClassNames } from "./minify-class-names.server.ts";

test("the most frequent classes and custom properties get the shortest names", () => {
  const sheet =
    ".seldom{color:var(--ink)}.often{--ink:red}.often:hover .often--wide{inset:var(--gap,.5rem)}";
  const { sheet: shortened, classNames } = minifyClassNames(sheet);
  expect(shortened).toBe(".c{color:var(--b)}.b{--b:red}.b:hover .d{inset:var(--c,.5rem)}");
  expect(Object.fromEntries(classNames)).toEqual({ often: "b", seldom: "c", "often--wide": "d" });
});

test.each([
  ["a URL", "@font-face{src:url(/assets/face.woff2)format('.woff2')}"],
  [
    "an inlined SVG",
    `p{background:url("data:image/svg+xml,<svg xmlns='http://www.w3.org/a.b'(--x)/>")}`,
  ],
  ["a string", `p:before{content:".often --ink"}`],
  ["a number, or part of another name", "p{margin:.5rem 1.5em;animation:sway--wide 1s}"],
])("no class name is replaced in %s", (_what, sheet) => {
  expect(minifyClassNames(sheet).sheet).toBe(sheet);
});

test("the name after z is bb, all names are unique, and no name is ad, which ad blockers hide", () => {
  const written = Array.from({ length: 800 }, (_, index) => `name-${index}`);
  const { classNames } = minifyClassNames(written.map((name) => `.${name}{top:0}`).join(""));
  const names = [...classNames.values()];
  expect([0, 20, 21, 461, 462].map((index) => names[index])).toEqual(["b", "z", "bb", "zz", "bbb"]);
  expect(new Set(names).size).toBe(800);
  expect(names).not.toContain("ad");
});
