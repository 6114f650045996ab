import { expect, test } from "vitest";
import { offerIn, withOffer } from "./offer-links.ts";

test("An address keeps a code, and nothing that cannot be a code", () => {
  const at = (query: string) => offerIn(`https://seeds.example/pricing?${query}`);
  expect(at("offer=spring20")).toBe("SPRING20");
  expect(at("a=1&offer=Spring-20")).toBe("SPRING20");
  for (const not of ["", "offer=", "offer=ab", "offer=%22%3E%3Cscript%3E", "offer=%3D1%2B1"]) {
    expect(at(not), not).toBe("");
  }
});

test("Links to pages of the site carry the code on, and others do not", () => {
  const html = [
    '<a class="button" href="/">Home</a>',
    '<a href="/order-now/1?check=a&amp;b=c#pay">Order</a>',
    '<a href="/pricing?offer=OTHER">Prices</a>',
    '<a href="#top">Top</a>',
    '<a href="https://else.example/">Else</a>',
    '<a href="//else.example/">Else</a>',
    '<a href="/media/a.jpg">Picture</a>',
    '<a href="mailto:a@example.com">Mail</a>',
    '<link rel="canonical" href="/pricing"/><area href="/x"/>',
    '<a title="a href=&quot;/x&quot;" href="/contact">Contact</a>',
  ];
  expect(withOffer(html.join(""), "SPRING20")).toBe(
    [
      '<a class="button" href="/?offer=SPRING20">Home</a>',
      '<a href="/order-now/1?check=a&amp;b=c&amp;offer=SPRING20#pay">Order</a>',
      ...html.slice(2, 9),
      '<a title="a href=&quot;/x&quot;" href="/contact?offer=SPRING20">Contact</a>',
    ].join(""),
  );
  expect(withOffer(html.join(""), "")).toBe(html.join(""));
});
