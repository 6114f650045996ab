import { hasKnownVatForm, vatAreaOf } from "#platform/texts/vat-number.ts";
import type { TaxCategory, TaxSetting } from "#settings/tax.ts";

/** Whether and how an order is taxed. */
export interface Treatment {
  readonly category: TaxCategory;
  /** 0 unless the category is S. */
  readonly ratePercent: number;
  /** Why there is no tax, as a sentence; "" for S, and while nothing is said about tax. */
  readonly reason: string;
}

export interface TaxedCustomer {
  /** ISO 3166-1 code; "" for a country that is not known. */
  readonly country: string;
  /** Whether a company buys. */
  readonly isBusiness: boolean;
  /** "" for a customer without one. */
  readonly vatNumber: string;
}

const europeanUnion = new Set(
  "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK".split(" "),
);

export const untaxed: Treatment = { category: "O", ratePercent: 0, reason: "" };

/** Decides how a customer is taxed. Exceptions of the owner come before the rules for abroad. */
export function treatmentOf(tax: TaxSetting, customer: TaxedCustomer): Treatment {
  if (!tax.isOn) return untaxed;
  if (!tax.isRegistered) return without("O", "The seller is not registered for VAT.");
  const [home, area] = [tax.country, customer.country].map(vatAreaOf);
  const standard: Treatment = { category: "S", ratePercent: tax.ratePercent, reason: "" };
  if (area === home || area === "") return standard;
  const exception = tax.exceptions.find(({ country }) => country === customer.country);
  const { isBusiness, vatNumber } = customer;
  const category = exception?.category ?? usualCategory(tax, customer);
  // Reverse charge needs the number of a business that accounts for the tax.
  if (category === "AE" && (!isBusiness || vatNumber === "")) return standard;
  return category === "S" ? standard : without(category, reasons[category]);
}

function usualCategory(tax: TaxSetting, { country, isBusiness, vatNumber }: TaxedCustomer) {
  const isReversible = hasKnownVatForm(country);
  if (isBusiness && isReversible && vatNumber !== "") return "AE";
  if (isBusiness && !isReversible) return tax.businessesAbroad;
  const isInside =
    europeanUnion.has(vatAreaOf(tax.country)) && europeanUnion.has(vatAreaOf(country));
  return isInside ? "S" : tax.consumersAbroad;
}

const reasons: Readonly<Record<Exclude<TaxCategory, "S">, string>> = {
  AE: "Reverse charge: the customer accounts for the VAT.",
  G: "Export of services: no VAT is charged.",
  O: "Not subject to VAT: the customer is in another country.",
};

function without(category: TaxCategory, reason: string): Treatment {
  return { category, ratePercent: 0, reason };
}
