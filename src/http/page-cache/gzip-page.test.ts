import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { gzipPage } from "./gzip-page.ts";

const style = Buffer.from(".field { colour: green }".repeat(4000));
const rest = Buffer.from("</style><p class='field'>Gesät — in grüner Farbe { colour: green }</p>");

test.each([
  ["with a style longer than the window", { head: Buffer.from("<style>"), style, rest }],
  ["with a short style", { head: Buffer.from("<style>"), style: style.subarray(0, 20), rest }],
  ["without a style", { head: Buffer.alloc(0), style: Buffer.alloc(0), rest }],
  ["without text after the style", { head: Buffer.from("<"), style, rest: Buffer.alloc(0) }],
])("a page %s is unchanged after decompression", (_, page) => {
  const bytes = Buffer.concat([page.head, page.style, page.rest]);
  for (let round = 0; round < 2; round++) expect(gunzipSync(gzipPage(page))).toEqual(bytes);
});

test("text after the style refers back to the style", () => {
  const head = Buffer.alloc(0);
  const words = Buffer.from(
    Array.from({ length: 500 }, (_, index) => `rule-${index * 7919}`).join(),
  );
  const alone = gzipPage({ head, style: words, rest: Buffer.alloc(0) }).length;
  expect(gzipPage({ head, style: words, rest: words }).length).toBeLessThan(alone * 1.1);
});
