import { describe, expect, test } from "vitest";
import { noTax, type TaxSetting } from "#settings/tax.ts";
import { treatmentOf } from "./treatment.ts";

const seller = (country: string, rest: Partial<TaxSetting> = {}): TaxSetting => ({
  ...noTax,
  isOn: true,
  country,
  isRegistered: true,
  vatNumber: `${country}1`,
  ratePercent: 20,
  ...rest,
});
const consumer = (country: string) => ({ country, isBusiness: false, vatNumber: "" });
const business = (country: string, vatNumber = "") => ({ country, isBusiness: true, vatNumber });
const numbered = (country: string) => business(country, `${country}2`);

const leeds = seller("GB");
const berlin = seller("DE");
const outsideFree = seller("GB", { consumersAbroad: "O", businessesAbroad: "G" });
const berlinFree = seller("DE", { consumersAbroad: "O", businessesAbroad: "G" });
const choosy = seller("GB", {
  exceptions: [
    { country: "NO", category: "O" },
    { country: "FR", category: "S" },
    { country: "AU", category: "AE" },
    { country: "US", category: "G" },
  ],
});

describe("An order", () => {
  test.each([
    // Everybody at home, with or without a number.
    ["S", leeds, consumer("GB")],
    ["S", leeds, business("GB")],
    ["S", leeds, numbered("GB")],
    ["S", leeds, numbered("IM")],
    ["S", seller("FR"), consumer("MC")],
    ["S", seller("CH"), numbered("LI")],
    ["S", outsideFree, consumer("GB")],
    // Businesses abroad with a number.
    ["AE", leeds, numbered("DE")],
    ["AE", leeds, numbered("NO")],
    ["AE", leeds, numbered("CH")],
    ["AE", berlin, numbered("GB")],
    ["AE", berlin, numbered("FR")],
    ["AE", berlin, numbered("MC")],
    // A number without a company is no business.
    ["S", leeds, { country: "DE", isBusiness: false, vatNumber: "DE2" }],
    // Businesses in countries without reverse charge.
    ["O", leeds, business("US")],
    ["O", leeds, numbered("US")],
    ["G", outsideFree, business("US")],
    ["G", berlinFree, numbered("JP")],
    // Businesses without a number, and consumers.
    ["S", leeds, business("DE")],
    ["S", leeds, consumer("DE")],
    ["S", leeds, consumer("US")],
    ["O", outsideFree, business("DE")],
    ["O", outsideFree, consumer("DE")],
    ["O", outsideFree, consumer("US")],
    ["S", berlinFree, consumer("FR")],
    ["S", berlinFree, business("FR")],
    ["S", berlinFree, consumer("MC")],
    ["O", berlinFree, consumer("GB")],
    ["O", berlinFree, business("NO")],
    // A country that nobody knows.
    ["S", outsideFree, consumer("")],
    ["S", outsideFree, numbered("")],
    // Exceptions.
    ["O", choosy, consumer("NO")],
    ["O", choosy, numbered("NO")],
    ["S", choosy, numbered("FR")],
    ["AE", choosy, numbered("AU")],
    ["S", choosy, business("AU")],
    ["S", choosy, consumer("AU")],
    ["G", choosy, consumer("US")],
    ["AE", choosy, numbered("DE")],
  ] as const)("has %s", (category, tax, customer) => {
    const treatment = treatmentOf(tax, customer);
    expect([treatment.category, tax.country, customer]).toEqual([category, tax.country, customer]);
    expect(treatment.ratePercent).toBe(category === "S" ? 20 : 0);
    expect(treatment.reason === "").toBe(category === "S");
  });

  test("has no tax and no words about it while tax is off", () => {
    for (const customer of [consumer("GB"), numbered("DE"), business("US"), consumer("")]) {
      const treatment = treatmentOf({ ...leeds, isOn: false }, customer);
      expect(treatment).toEqual({ category: "O", ratePercent: 0, reason: "" });
    }
  });

  test("of a seller who is not registered has no tax, with the reason", () => {
    for (const customer of [consumer("GB"), numbered("DE"), business("US"), consumer("")]) {
      const treatment = treatmentOf({ ...leeds, isRegistered: false }, customer);
      expect(treatment).toMatchObject({
        category: "O",
        reason: "The seller is not registered for VAT.",
      });
    }
  });
});
