import { expect, test } from "vitest";
import { seller } from "../../tests/support/invoices/invoicing.ts";
import { invoicingSchema, missingOfSeller, noInvoicing } from "./invoicing.ts";
import { faultOfPattern, printedNumber } from "./invoicing-form.ts";

const faultsOf = (changes: object) =>
  invoicingSchema.safeParse({ ...seller, ...changes }).error?.issues.map(({ path }) => path[0]) ??
  [];

test("A complete setting is accepted, with the country by its code", () => {
  expect(invoicingSchema.parse({ ...seller, country: "norway", taxRate: "" })).toMatchObject({
    country: "NO",
  });
  expect(invoicingSchema.parse(noInvoicing)).toEqual(noInvoicing);
});

test.each([
  ["a seller without a city, once it is on", { city: " " }, ["city"]],
  ["an unknown country", { country: "Atlantis" }, ["country"]],
  ["a pattern without the number", { pattern: "F-{year}" }, ["pattern"]],
  ["a pattern with the number twice", { pattern: "{year}{number}{number}" }, ["pattern"]],
  ["a pattern with a sign that no path can have", { pattern: "F {year} {number}" }, ["pattern"]],
  ["numbers that begin again each year without the year", { pattern: "F-{number}" }, ["pattern"]],
  ["the first number 0", { firstNumber: 0 }, ["firstNumber"]],
  ["a rate without its currency", { taxRate: "0.9" }, ["taxCurrency"]],
  ["a currency without its rate", { taxCurrency: "EUR" }, ["taxRate"]],
  ["a rate of nothing", { taxCurrency: "EUR", taxRate: "0" }, ["taxRate"]],
  ["dollars as another currency", { taxCurrency: "usd", taxRate: "1" }, ["taxCurrency"]],
])("%s is refused", (_, changes, paths) => {
  expect(faultsOf(changes)).toEqual(paths);
});

test("A number through all years needs no year", () => {
  expect(faultsOf({ isPerYear: false, pattern: "{number}" })).toEqual([]);
});

test("What is missing is said for each detail", () => {
  expect(missingOfSeller(seller)).toEqual([]);
  expect(missingOfSeller(noInvoicing).map(([field]) => field)).toEqual([
    "name",
    "street",
    "city",
    "country",
    "email",
  ]);
});

test.each([
  ["F-{year}-{number}", 7, "F-2026-0007"],
  ["{number}/{year}", 12_345, "12345/2026"],
  ["R{number}", 1, "R0001"],
])("The pattern %s prints %i as %s", (pattern, sequence, printed) => {
  expect(printedNumber({ pattern }, { year: "2026", sequence })).toBe(printed);
});

test("a pattern that cannot be saved has its sentence already while it is typed", () => {
  const fault = (pattern: string) => faultOfPattern({ pattern, isPerYear: false });
  expect(fault("INV")).toMatch(/^Write {number} once/);
  expect(fault("HS-2026-{number:4}")).toMatch(/^Write {number} once/);
  expect(fault("HS-2026-{number}")).toBe("");
});
