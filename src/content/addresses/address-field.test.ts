import { describe, expect, test } from "vitest";
import { blocks } from "../model/blocks.ts";
import { schemaOf } from "../model/schema-of.ts";

const { listingPricing: pricing, listingHome } = blocks;

describe("The address of a page", () => {
  const words = { listingTitle: "Plans", listingDescription: "What they cost.", sharePicture: "" };
  const isTaken = (pageAddress: string) =>
    schemaOf(pricing).safeParse({ ...words, pageAddress }).success;

  test.each(["", "/prices", "/prices/", "/our-prices/2027", " /prices ", `/${"a".repeat(99)}`])(
    "can be %j",
    (address) => expect(isTaken(address)).toBe(true),
  );

  test.each([
    ..."/ prices /Prices //prices /prices// /-prices /prices- /a--b /a_b /a.b /a%20b /a?b /a#b /ä".split(
      " ",
    ),
    "https://furrow.example/prices",
    "/a\\b",
    "/a b",
    "/a\nb",
    `/${"a".repeat(100)}`,
  ])("cannot be %j", (address) => expect(isTaken(address)).toBe(false));

  test("is an optional field, which the landing page does not have", () => {
    expect(Object.keys(listingHome.fields)).not.toContain("pageAddress");
    expect(schemaOf(pricing).parse(words)).toEqual({ ...words, pageAddress: "" });
  });
});
