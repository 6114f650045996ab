import { expect, test } from "vitest";
import { countryNames, otherNamesOf } from "#platform/texts/countries.ts";
import { settings } from "#settings/settings.ts";
import { findOptions } from "./find-options.ts";

const options = settings.tax.options().map((value) => ({
  value,
  label: settings.tax.inWords(value),
  alsoCalled: settings.tax.alsoCalled(value),
}));
const found = (typed: string) => findOptions(options, typed).map(({ label }) => label);

test.each([
  ["uk", "United Kingdom"],
  ["U.K.", "United Kingdom"],
  ["GB", "United Kingdom"],
  ["England", "United Kingdom"],
  ["Holland", "Netherlands"],
  ["holl", "Netherlands"],
  ["USA", "United States"],
  ["us", "United States"],
  ["Deutschland", "Germany"],
  ["Österreich", "Austria"],
  ["turkiye", "Türkiye"],
  ["united k", "United Kingdom"],
  ["de", "Germany"],
])("%s finds first %s", (typed, country) => {
  expect(found(typed)[0]).toBe(country);
});

test("A search keeps the countries whose names have the text, in their order", () => {
  expect(found("uk")).toEqual(["United Kingdom", "Ukraine"]);
  expect(found("")).toEqual(countryNames());
  expect(found("atlantis")).toEqual([]);
});

test("A field of country names finds them in the same way", () => {
  expect(settings.businessCountry.alsoCalled("Netherlands")).toEqual(otherNamesOf("NL"));
});
