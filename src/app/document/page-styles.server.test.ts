import { describe, expect, test } from "vitest";
import { createPageStyles } from "./page-styles.server.ts";

const asWritten = (sheet: string) => createPageStyles({ sheet, classNames: new Map() });
const styled = (sheet: string, html: string) => asWritten(sheet)(html).style.text;

describe("The style sheet of a page", () => {
  test("omits rules with a class that is not in the page", () => {
    const sheet =
      ".a{color:red}.b{color:blue}.a .b{top:0}.a.c{left:0}.a:has(>.b) p,.a:has(~.c:not(.d)){right:0}p{margin:0}";
    expect(styled(sheet, '<p class="x a">.b and class=b in words</p>')).toBe(
      ".a{color:red}p{margin:0}",
    );
  });

  test.each([
    ["one of its selectors may match", ".a,.b{top:0}"],
    ["a class must be absent", ".a:not(.b):not(:has(.c)){top:0}"],
    ["a class may be present", ":is(.a,.b) p{top:0}"],
    ["a required descendant is present", "i:has(>.a){top:0}"],
    ["one of two possible descendants is present", "i:has(.b,.a):has(:is(.b,.c)){top:0}"],
    ["its selector needs no class", '[data-x=".b"]:hover>p::before{content:"}.b{"}'],
  ])("keeps a rule where %s", (_why, sheet) => {
    expect(styled(sheet, '<i class="a"></i>')).toBe(sheet);
  });

  test("keeps font faces, and keeps the rules inside a media query that apply to the page", () => {
    const sheet =
      "@font-face{font-family:F}@media print{.a{top:0}.b{top:1px}}@media (width>1px){@supports (top:0){.b{top:0}}}";
    expect(styled(sheet, '<i class="a"></i>')).toBe(
      "@font-face{font-family:F}@media print{.a{top:0}}",
    );
  });

  test.each([
    "animation:k 1s",
    "top:0;animation:1s .5s k both",
    "animation-name:k",
    "margin:.5rem;& .b{animation:k 1s}",
    "& .b{top:0}-webkit-animation:1s k",
  ])("keeps keyframes that a rule uses in %s", (played) => {
    const frames = "@media (width>1px){@keyframes k{from{top:0}}}";
    const player = `.a{${played}}`;
    const sheet = `${frames}${player}.c{animation:kk 1s}.c{color:k}`;
    expect(styled(sheet, '<i class="a b"></i>')).toBe(frames + player);
    expect(styled(sheet, '<i class="c"></i>')).toBe(".c{animation:kk 1s}.c{color:k}");
  });

  test("omits a font face when the page has none of its characters", () => {
    const latin = "@font-face{font-family:F;unicode-range:U+20-7E,U+A0}";
    const extended = "@font-face{font-family:F;src:url(x);unicode-range:U+A1-A2, U+100-17F}";
    expect(styled(latin + extended, "<p>Field</p>")).toBe(latin);
    expect(styled(latin + extended, "<p>Zieliński</p>")).toBe(latin + extended);
    expect(styled(latin + extended, "<p>¿Qué?</p>")).toBe(latin);
    expect(styled(latin + extended, "<p>¡Sí!</p>")).toBe(latin + extended);
  });

  test("differs between pages with the same classes when only one page needs a font face", () => {
    const face = "@font-face{font-family:F;unicode-range:U+100-17F}";
    const stylePage = asWritten(face);
    expect(stylePage("<p>Plain</p>").style.text).toBe("");
    expect(stylePage("<p>Łódź</p>").style.text).toBe(face);
  });

  test("drops comments and keeps nested rules", () => {
    const sheet = "/* It's } here */\n.a {\n  & .b { top: 0 }\n}\n.c { & .a { top: 0 } }\n";
    expect(styled(sheet, '<i class="a b"></i>')).toBe(".a{\n  & .b { top: 0 }\n}");
  });

  test("is cached for all pages with the same classes, until 100 newer style sheets fill the cache", () => {
    const stylePage = asWritten(".a{top:0}");
    const bytesOf = (html: string) => stylePage(html).style.bytes;
    const first = bytesOf('<i class="a">One</i>');
    expect(bytesOf('<i class="a">Two</i>')).toBe(first);
    for (let other = 0; other < 100; other++) stylePage(`<i class="b${other}"></i>`);
    expect(bytesOf('<i class="a">Three</i>')).not.toBe(first);
  });

  test("uses minified class names, which replace the names in the page", () => {
    const classNames = new Map(Object.entries({ button: "a", "button--primary": "b" }));
    const stylePage = createPageStyles({ sheet: ".a{top:0}.b{left:0}.c{right:0}", classNames });
    const { html, style } = stylePage(
      '<a class="button button--primary other a" title="button">button class=&quot;button&quot;</a>',
    );
    expect(html).toBe('<a class="a b other" title="button">button class=&quot;button&quot;</a>');
    expect(style.text).toBe(".a{top:0}.b{left:0}");
  });

  test("inlines the font for a page with the class of the inlined picture", () => {
    const sheet =
      "@font-face{font-family:F;font-display:optional;src:url(/face.woff2)}.a{top:0}.z{background:url(data:x)}";
    const classNames = new Map([
      ["inlined-field", "z"],
      ["button", "a"],
    ]);
    const font = {
      className: "inlined-field",
      address: "/face.woff2",
      dataUrl: "data:font/woff2;base64,AA",
    };
    const stylePage = createPageStyles({ sheet, classNames }, font);
    const plain = stylePage('<i class="button"></i>').style;
    expect(plain.inlinesFont).toBe(false);
    expect(plain.text).toBe(
      "@font-face{font-family:F;font-display:optional;src:url(/face.woff2)}.a{top:0}",
    );
    const inlining = stylePage('<img class="inlined-field">').style;
    expect(inlining.inlinesFont).toBe(true);
    expect(inlining.text).toMatch(
      /^@font-face\{font-family:F;font-display:block;src:url\(data:font\/woff2;base64,AA\)\}/,
    );
    expect(inlining.text).toMatch(/\.z\{background:url\(data:x\)\}$/);
    // The browser fetches the font's file three seconds later, for the next page.
    expect(inlining.text).toContain("src:url(/face.woff2)");
    expect(inlining.hash).not.toBe(plain.hash);
  });
});
