import { describe, expect, test } from "vitest";
import type { FetchedResponse } from "./facts.ts";
import { readPage } from "./read-page.ts";
import { runChecks } from "./run-checks.ts";

const full = 2 * 1024 * 1024;

function response(html: string, contentType = "text/html; charset=utf-8"): FetchedResponse {
  return responseOf(new TextEncoder().encode(html), contentType);
}

function responseOf(body: Uint8Array, contentType: string): FetchedResponse {
  const address = "https://hostile.test/";
  const headers = [["content-type", contentType]] as const;
  return {
    asked: address,
    hops: [],
    address,
    status: 200,
    headers,
    body,
    isCut: false,
    firstByteMs: 1,
  };
}

const factsOf = (page: FetchedResponse) => ({
  asked: page.asked,
  at: 0,
  page,
  robots: page,
  secureFailure: null,
});

const head = "<!doctype html><title>Hostile</title>";
const upTo = (start: string, part: string) =>
  start + part.repeat(Math.floor((full - start.length) / part.length));

const pages: Record<string, string> = {
  "nests 100,000 deep": head + "<div>".repeat(100_000),
  "nests formatting": upTo(head, "<b><i><a>"),
  "nests tables": upTo(head, "<table><tr><td>"),
  "has 50,000 links": head + '<a href="/x">x</a>'.repeat(50_000),
  "has one tag with 300,000 attributes": `${upTo(`${head}<p `, "a1=x b c ")}>`,
  "never closes a comment": upTo(`${head}<!--`, "<p>"),
  "never closes a script": upTo(`${head}<script type="application/ld+json">`, "[["),
  "nests JSON": `${head}<script type="application/ld+json">${"[".repeat(500_000)}${"]".repeat(500_000)}</script>`,
  "closes what never opened": upTo(head, "</p></b>"),
  "has 100,000 headings": upTo(head, "<h1>x<h4>y"),
  "has entities": upTo(head, "&notit;&#x0;"),
};

describe("A hostile page of 2 MB", () => {
  test.each(Object.keys(pages))("that %s is read within limits, title included", (title) => {
    const result = runChecks(factsOf(response(pages[title] ?? "")));
    expect(result.summary.title).toBe("Hostile");
  });

  test("with elements more than 512 deep is read up to that depth, and the result gives the reason", () => {
    const page = readPage(response(pages["nests 100,000 deep"] ?? ""));
    expect(page.stoppedBecause).toMatch(/512 deep/);
    expect(page.all("div").length).toBeLessThan(520);
  });

  const stopOf = (tag: string) => readPage(response(head + tag)).stoppedBecause;
  test.each([
    ["names", "a ".repeat(1001)],
    ["names between slashes", "a/".repeat(1001)],
    ["unquoted values", "a=b ".repeat(1001)],
    ["quoted values", 'a="b"'.repeat(1001)],
    ["spaces around equals signs", "a = b ".repeat(1001)],
    // The parser reads `=a =b` as the attribute `=a` with the value `b`.
    ["names that begin with an equals sign", "=a =b ".repeat(1001)],
    ["an equals sign after a slash, which begins a name", "a/=b ".repeat(501)],
  ])("is read up to a tag with over 1,000 attributes (%s)", (_, attributes) => {
    expect(stopOf(`<p ${attributes}>`)).toMatch(/1,000 attributes/);
  });

  test.each([
    ["names", "a ".repeat(1000)],
    ["unquoted values", "a=b ".repeat(1000)],
    ["quoted values", 'a="b"'.repeat(1000)],
    ["spaces in a quoted value", `title="${"a ".repeat(1500)}"`],
    ["slashes in an unquoted value", `style=x:${"/a=".repeat(1500)}`],
    ["names that begin with an equals sign", "=a =b ".repeat(1000)],
  ])("is read behind a tag with at most 1,000 attributes (%s)", (_, attributes) => {
    expect(stopOf(`<p ${attributes}>`)).toBeNull();
  });
});

describe("The charset", () => {
  const latin = new Uint8Array([
    ...new TextEncoder().encode("<title>Malm"),
    0xf6,
    ...new TextEncoder().encode("</title>"),
  ]);

  test.each([
    ["of the header is used", latin, "text/html; charset=iso-8859-1", "Malmö"],
    ["is windows-1252 without a label, if the bytes are not UTF-8", latin, "text/html", "Malmö"],
    ["of the header is used even if it is wrong", latin, "text/html; charset=utf-8", "Malm\ufffd"],
    [
      "of the header counts as UTF-8 if it is unknown",
      new TextEncoder().encode("<title>Malmö</title>"),
      "text/html; charset=klingon",
      "Malmö",
    ],
    [
      "of a byte order mark takes precedence",
      new Uint8Array([0xef, 0xbb, 0xbf, ...new TextEncoder().encode("<title>Malmö</title>")]),
      "text/html; charset=iso-8859-1",
      "Malmö",
    ],
  ])("%s", (_title, bytes, type, expected) => {
    expect(readPage(responseOf(bytes, type)).title).toBe(expected);
  });
});
