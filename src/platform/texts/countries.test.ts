import { describe, expect, test } from "vitest";
import { countriesByName, countryCodeIn, countryNamed, countryNameOf } from "./countries.ts";
import { ownCountryNames } from "./own-country-names.ts";

describe("The country in a text", () => {
  test.each([
    ["DE", ["DE", "de", "Germany", " germany ", "Deutschland", "DEUTSCHLAND", "BRD"]],
    ["DE", ["Federal Republic of Germany", "Berlin, Germany", "Germany (DE)"]],
    ["GB", ["UK", "U.K.", "the UK", "United Kingdom", "Great Britain", "England", "Scotland"]],
    ["GB", ["The United Kingdom", "Leeds, England", "Northern Ireland"]],
    ["US", ["USA", "U.S.A.", "U.S.", "United States", "The United States of America", "America"]],
    ["NL", ["Holland", "Netherlands", "the Netherlands", "Nederland"]],
    ["AT", ["Österreich", "Osterreich", "Austria"]],
    ["CH", ["Schweiz", "Suisse", "Svizzera", "Switzerland"]],
    ["BE", ["Belgique", "België", "Belgie", "Belgien"]],
    ["GR", ["Ελλάδα", "ΕΛΛΑΔΑ", "EL", "Greece"]],
    ["CZ", ["Czech Republic", "Czechia", "Česko", "Cesko"]],
    ["CI", ["Ivory Coast", "Côte d’Ivoire", "Cote d'Ivoire"]],
    ["TR", ["Turkey", "Türkiye", "Turkiye"]],
    ["TT", ["Trinidad and Tobago", "Trinidad & Tobago"]],
    ["NO", ["Norge", "Noreg", "Norway"]],
    ["JP", ["日本"]],
    ["", ["", "Atlantis", "Europe", "12345", "Nowhere, at all"]],
  ])("is %s in %j", (code, texts) => {
    expect(texts.map(countryCodeIn)).toEqual(texts.map(() => code));
  });

  test("is found by each name that the page offers, and by each own name", () => {
    for (const { code, name } of countriesByName()) {
      expect([countryCodeIn(name), countryCodeIn(code)]).toEqual([code, code]);
    }
    for (const [code, names] of Object.entries(ownCountryNames)) {
      expect(names.map(countryCodeIn)).toEqual(names.map(() => code));
    }
  });
});

test("A country has an English name", () => {
  expect(countryNameOf("DE")).toBe("Germany");
  expect(countryNameOf("ZZ")).toBe("");
  expect(countryNamed("Holland")).toBe("Netherlands");
  expect(countryNamed("Atlantis")).toBeUndefined();
});
