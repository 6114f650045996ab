import { countryNameOf } from "#platform/texts/countries.ts";
import type { Invoicing } from "#settings/invoicing.ts";
import type { TaxSetting } from "#settings/tax.ts";
import { placeLabels, treatmentLabels } from "./tax/tax-labels.ts";

/** What is set, as labels and texts; an empty text is not shown. */
export type SetFacts = readonly (readonly [label: string, text: string])[];

export function taxFacts(tax: TaxSetting): SetFacts {
  if (!tax.isOn) return [["VAT", "Not set yet: orders and invoices say nothing about VAT"]];
  const country = ["Country of the business", countryNameOf(tax.country)] as const;
  if (!tax.isRegistered) {
    return [["VAT", "The business is not registered for VAT, so no order has VAT"], country];
  }
  return [
    ["VAT", "The business is registered for VAT"],
    country,
    ["VAT number", tax.vatNumber],
    ["Rate", `${tax.ratePercent} %`],
    ["Prices", placeLabels[tax.place]],
    ["Businesses in other countries", treatmentLabels[tax.businessesAbroad]],
    ["Consumers in other countries", treatmentLabels[tax.consumersAbroad]],
    [
      "Countries with a rule of their own",
      tax.exceptions
        .map(({ country, category }) => `${countryNameOf(country)}: ${treatmentLabels[category]}`)
        .join("\n"),
    ],
  ];
}

export function invoicingFacts(invoicing: Invoicing, nextNumber: string): SetFacts {
  const { isOn, name, street, postcode, city, country, taxCurrency, taxRate } = invoicing;
  const seller = [name, street, `${postcode} ${city}`.trim(), countryNameOf(country)];
  const given = (lines: readonly string[]) => lines.filter((line) => line !== "").join("\n");
  return [
    ["Invoices", isOn ? "Each paid order gets an invoice" : "Off: no order gets an invoice"],
    ["Seller", given(seller)],
    ["Registration", invoicing.registration],
    ["Email address", invoicing.email],
    ["Next number", isOn ? nextNumber : ""],
    ["Numbers", invoicing.isPerYear ? "Begin again with 1 each year" : "Run through all years"],
    ["Below the sums", given([invoicing.firstNote, invoicing.secondNote])],
    ["Currency of the tax authority", taxCurrency && `${taxCurrency}, one dollar is ${taxRate}`],
  ];
}
