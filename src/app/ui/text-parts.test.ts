import { expect, test } from "vitest";
import { textParts } from "./text-parts.ts";

const linksIn = (text: string) => textParts(text).flatMap(({ href }) => href ?? []);

test.each([
  ["See https://example.com/map.", ["https://example.com/map"]],
  [
    "(https://example.com/a_(b)), then http://x.example?",
    ["https://example.com/a_(b)", "http://x.example"],
  ],
  ["HTTPS://EXAMPLE.COM/A?b=c&d#e\nnext", ["HTTPS://EXAMPLE.COM/A?b=c&d#e"]],
  ["javascript:alert(1) //example.com data:text/html,x ftp://example.com", []],
  ["https:// http://... https://[", []],
  ['<a href="https://example.com">', ["https://example.com"]],
])("the web addresses in %j become links, and nothing else does", (text, links) => {
  expect(linksIn(text)).toEqual(links);
});

test("a text keeps every character when its web addresses become links", () => {
  for (const text of [
    "",
    "a",
    "https://a.example!",
    " \n https://a.example, https://b.example) ",
  ]) {
    expect(
      textParts(text)
        .map(({ words }) => words)
        .join(""),
    ).toBe(text);
  }
});
