import { expect, test } from "vitest";
import { blocks } from "../model/blocks.ts";
import { schemaOf } from "../model/schema-of.ts";

const { listingPricing: pricing, listingHome } = blocks;
const words = { listingTitle: "Plans", listingDescription: "What they cost.", sharePicture: "" };

test("the address of a page is a path in small letters, digits and hyphens, or empty", () => {
  const isTaken = (pageAddress: string) =>
    schemaOf(pricing).safeParse({ ...words, pageAddress }).success;
  const allowed = ["", "/prices", "/prices/", "/our-prices/2027", " /p ", `/${"a".repeat(99)}`];
  expect(allowed.filter((address) => !isTaken(address))).toEqual([]);
  const refused = [
    ..."/ prices /Prices //prices /prices// /-prices /prices- /a--b /a_b /a.b /a%20b /a?b /a#b /ä".split(
      " ",
    ),
    "https://furrow.example/prices",
    "/a\\b",
    "/a b",
    "/a\nb",
    `/${"a".repeat(100)}`,
  ];
  expect(refused.filter(isTaken)).toEqual([]);
  expect(Object.keys(listingHome.fields)).not.toContain("pageAddress");
  expect(schemaOf(pricing).parse(words)).toEqual({
    ...words,
    pageAddress: "",
    pageSections: "",
  });
});
