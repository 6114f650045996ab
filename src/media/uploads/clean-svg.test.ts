import { expect, test } from "vitest";
import { parseHere } from "../../../tests/support/parse-here.ts";
import { decodePicture } from "./decode-picture.server.ts";
import { svgParsers } from "./svg-parsers.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const clean = (text: string) => parseHere(svgParsers.clean, bytes(text));
const svg = (inner: string, attributes = 'viewBox="0 0 40 20"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${inner}</svg>`;
const shape = '<path d="M0 0h40v20H0z" fill="#2f5a36"/>';

test("an SVG keeps its shapes, gradients, styles and symbols", async () => {
  const drawing = await clean(
    `<?xml version="1.0"?><!-- Drawn by hand --><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">${svg(
      `<style>.a{fill:url(#g)}</style><defs><linearGradient id="g"><stop offset="0" stop-color="red"/></linearGradient><symbol id="s">${shape}</symbol></defs><path class="a" d="M0 0h9v9z"/><use xlink:href="#s"/><use href="#s" x="2"/><g clip-path="url(#g)"><text>Furrow</text></g>`,
    )}`,
  );
  for (const part of [
    "url(#g)",
    "linearGradient",
    "stop-color",
    'href="#s"',
    "clip-path",
    ">Furrow<",
  ])
    expect(drawing).toContain(part);
  expect(drawing.match(/<use/g)).toHaveLength(2);
});

test.each([
  ["a script", "<script>alert(1)</script>"],
  ["an event handler", '<rect width="9" height="9" onload="alert(1)"/>'],
  ["HTML", '<foreignObject><p xmlns="http://www.w3.org/1999/xhtml">alert(1)</p></foreignObject>'],
  ["a link", '<a href="javascript:alert(1)"><rect/></a>'],
  ["an animation", '<set attributeName="href" to="javascript:alert(1)"/>'],
  ["a picture of another site", '<image href="https://evil.example/alert(1).png"/>'],
  ["a shape of another file", '<use href="https://evil.example/alert(1).svg#a"/>'],
  ["a file of this machine", '<use xlink:href="file:///alert(1)#a"/>'],
  ["a fill of another site", '<rect fill="url(https://evil.example/alert(1))"/>'],
  ["a style with another site", '<rect style="fill:url(//evil.example/alert(1))"/>'],
  ["a style sheet with an import", '<style>@import "https://evil.example/alert(1).css";</style>'],
  ["a style sheet with an escape", "<style>a{fill:u\\72l(//evil.example/alert(1))}</style>"],
  ["a filter with a picture", '<filter id="f"><feImage href="//evil.example/alert(1)"/></filter>'],
])("an SVG loses %s, and keeps its shape", async (_what, hostile) => {
  const drawing = await clean(svg(`${hostile}${shape}`));
  expect(drawing).toContain("M0 0h40v20H0z");
  expect(drawing).not.toMatch(/alert|evil|javascript/);
});

test("a symbol inside a symbol is not drawn, because each step would multiply the shapes", async () => {
  const drawing = await clean(
    svg(
      `<defs><g id="a">${shape}</g><g id="b"><use href="#a"/><use href="#a"/></g></defs><use href="#b"/>`,
    ),
  );
  expect(drawing.match(/<use/g)).toHaveLength(2);
  expect(drawing).not.toContain('href="#b"');
});

test.each([
  ["entities", `<!DOCTYPE svg [<!ENTITY a "b">]>${svg(shape)}`, /entities/],
  ["its end missing", "<svg ", /damaged/],
  ["groups in groups", svg(`${"<g>".repeat(101)}${shape}`), /inside each other/],
  ["no shape", svg('<image href="data:image/png;base64,AA"/>'), /no shapes/],
  ["no size", svg(shape, ""), /no size/],
  ["a size of nothing", svg(shape, 'viewBox="0 0 0 9"'), /no size/],
  ["the shape of a thread", svg(shape, 'width="4100" height="100"'), /40 times/],
  ["too many shapes", svg(shape.repeat(5001)), /more than 5000 shapes/],
  ["too many symbols", svg(`<g id="a">${shape}</g>${'<use href="#a"/>'.repeat(101)}`), /symbols/],
  ["more than 1 MB", svg(`<path d="${"M0 0".repeat(300_000)}"/>`), /up to 1 MB/],
])("an SVG with %s is refused in words", async (_what, text, words) => {
  await expect(clean(text)).rejects.toThrow(words);
});

test.each([
  ["wide", 'viewBox="0 0 400 100"', 1920, 480],
  ["upright", 'width="100px" height="200px"', 960, 1920],
  ["square and small", 'viewBox="0 0 16 16"', 1920, 1920],
])(
  "a %s SVG becomes a sharp picture with its proportions and without a ground",
  async (_what, size, width, height) => {
    const circle = '<circle cx="8" cy="8" r="4" fill="#c00"/>';
    const decoded = await decodePicture(parseHere, bytes(`\uFEFF  ${svg(circle, size)}`));
    expect(decoded).toMatchObject({ width, height });
    const { default: sharp } = await import("sharp");
    const { hasAlpha } = await sharp(decoded.source).metadata();
    expect(hasAlpha).toBe(true);
    const corner = await sharp(decoded.source)
      .extract({ left: 0, top: 0, width: 1, height: 1 })
      .raw()
      .toBuffer();
    expect(corner[3]).toBe(0);
  },
);
