import { expect, test } from "vitest";
import type { FetchedResponse } from "./facts.ts";
import { readPage } from "./read-page.ts";
import { runChecks } from "./run-checks.ts";

const full = 2 * 1024 * 1024;

function response(html: string): FetchedResponse {
  const address = "https://hostile.test/";
  return {
    asked: address,
    hops: [],
    address,
    status: 200,
    headers: [["content-type", "text/html; charset=utf-8"]],
    body: new TextEncoder().encode(html),
    isCut: false,
    firstByteMs: 1,
  };
}

const head = "<!doctype html><title>Hostile</title>";
const upTo = (start: string, part: string) =>
  start + part.repeat(Math.floor((full - start.length) / part.length));

const deep = head + "<div>".repeat(100_000);
const pages: Readonly<Record<string, string>> = {
  "nests 100,000 deep": deep,
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

test.each(Object.entries(pages))(
  "a hostile page of 2 MB that %s is read within limits, title included",
  (_, html) => {
    const page = response(html);
    const facts = { asked: page.asked, at: 0, page, robots: page, secureFailure: null };
    expect(runChecks(facts).summary.title).toBe("Hostile");
  },
);

test("a page with elements more than 512 deep is read up to that depth, and the result gives the reason", () => {
  const page = readPage(response(deep));
  expect(page.stoppedBecause).toMatch(/512 deep/);
  expect(page.all("div").length).toBeLessThan(520);
});

test("a page is read up to a tag with over 1,000 attributes", () => {
  const stopOf = (attributes: string) =>
    readPage(response(`${head}<p ${attributes}>`)).stoppedBecause;
  const tooMany = [
    "a ".repeat(1001),
    "a/".repeat(1001),
    "a=b ".repeat(1001),
    'a="b"'.repeat(1001),
    "a = b ".repeat(1001),
    // The parser reads `=a =b` as the attribute `=a` with the value `b`.
    "=a =b ".repeat(1001),
    // An equals sign after a slash begins a name.
    "a/=b ".repeat(501),
  ];
  for (const attributes of tooMany) expect(stopOf(attributes)).toMatch(/1,000 attributes/);
  const enough = [
    "a ".repeat(1000),
    "a=b ".repeat(1000),
    'a="b"'.repeat(1000),
    `title="${"a ".repeat(1500)}"`,
    `style=x:${"/a=".repeat(1500)}`,
    "=a =b ".repeat(1000),
  ];
  expect(enough.map(stopOf)).toEqual(enough.map(() => null));
});
