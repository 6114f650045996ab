import { expect, test } from "vitest";
import { noInvoicing } from "#settings/invoicing.ts";
import { noTax } from "#settings/tax.ts";
import { invoicingFacts, taxFacts } from "./set-facts.server.ts";

test("A reader of the tax settings sees what decides about VAT, in the words of the form", () => {
  const tax = {
    ...noTax,
    isOn: true,
    isRegistered: true,
    country: "GB",
    vatNumber: "GB980780684",
    ratePercent: 20,
    exceptions: [{ country: "NO", category: "AE" as const }],
  };
  expect(Object.fromEntries(taxFacts(tax))).toMatchObject({
    "Country of the business": "United Kingdom",
    "VAT number": "GB980780684",
    Rate: "20 %",
    "Consumers in other countries": "VAT at the site’s rate",
    "Countries with a rule of their own": "Norway: Reverse charge with a VAT number",
  });
  expect(taxFacts({ ...tax, isRegistered: false }).map(([label]) => label)).not.toContain("Rate");
  expect(taxFacts(noTax)).toHaveLength(1);
});

test("A reader of the invoice settings sees the seller, and the next number once invoices are on", () => {
  const seller = { ...noInvoicing, name: "Meridian Ltd", city: "Leeds", country: "GB" };
  const facts = (isOn: boolean) =>
    Object.fromEntries(invoicingFacts({ ...seller, isOn }, "F-2026-0007"));
  expect(facts(true)).toMatchObject({
    Seller: "Meridian Ltd\nLeeds\nUnited Kingdom",
    "Next number": "F-2026-0007",
  });
  expect(facts(false)["Next number"]).toBe("");
});
