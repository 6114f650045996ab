import { describe, expect, test } from "vitest";
import { createPageStyles } from "./page-styles.server.ts";

const styled = (sheet: string, html: string) => createPageStyles(sheet)(html).text;

describe("the style of a page", () => {
  test("leaves out rules whose class stands nowhere in the page", () => {
    const sheet = ".a{color:red}.b{color:blue}.a .b{top:0}.a.c{left:0}p{margin:0}";
    expect(styled(sheet, '<p class="x a">.b and class=b in words</p>')).toBe(
      ".a{color:red}p{margin:0}",
    );
  });

  test.each([
    ["one of its selectors may match", ".a,.b{top:0}"],
    ["a class must not be there", ".a:not(.b):not(:has(.c)){top:0}"],
    ["a class may be there", ":is(.a,.b) p{top:0}"],
    ["it depends on something else", '[data-x=".b"]:hover>p::before{content:"}.b{"}'],
  ])("keeps a rule where %s", (_why, sheet) => {
    expect(styled(sheet, '<i class="a"></i>')).toBe(sheet);
  });

  test("keeps what rules refer to, and looks into groups", () => {
    const sheet =
      "@font-face{font-family:F}@keyframes k{from{top:0}}@media print{.a{top:0}.b{top:1px}}@media (width>1px){@supports (top:0){.b{top:0}}}";
    expect(styled(sheet, '<i class="a"></i>')).toBe(
      "@font-face{font-family:F}@keyframes k{from{top:0}}@media print{.a{top:0}}",
    );
  });

  test("adds what is seen of its pictures before they are there, at night that of the night", () => {
    const day = "0123456789ab";
    const night = "fedcba987654";
    const html = `<img class="a impression-${day} impression-night-${night}"><img class="impression-red">`;
    expect(styled("", html)).toBe(
      `.impression-${day}{background:linear-gradient(#012,#345,#678,#9ab)}@media (prefers-color-scheme:dark){.impression-night-${night}{background:linear-gradient(#fed,#cba,#987,#654)}}`,
    );
  });

  test("reads a sheet as it was written, too: with comments and nested rules", () => {
    const sheet = "/* It's } here */\n.a {\n  & .b { top: 0 }\n}\n.c { & .a { top: 0 } }\n";
    expect(styled(sheet, '<i class="a b"></i>')).toBe(".a{\n  & .b { top: 0 }\n}");
  });

  test("is one for all pages with the same classes, and there is an end to how many are kept", () => {
    const styleOf = createPageStyles(".a{top:0}");
    const first = styleOf('<i class="a">One</i>');
    expect(styleOf('<i class="a">Two</i>').bytes).toBe(first.bytes);
    for (let other = 0; other < 100; other++) styleOf(`<i class="b${other}"></i>`);
    expect(styleOf('<i class="a">Three</i>').bytes).not.toBe(first.bytes);
  });
});
