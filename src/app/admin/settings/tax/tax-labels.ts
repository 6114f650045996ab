import type { TaxSetting } from "#settings/tax.ts";

export const placeLabels: Readonly<Record<TaxSetting["place"], string>> = {
  inside: "Include VAT: a price of $149 stays $149",
  "on top": "VAT is added: a price of $149 becomes $178.80 at 20 %",
};

export const treatmentLabels: Readonly<
  Record<TaxSetting["exceptions"][number]["category"], string>
> = {
  S: "VAT at the site’s rate",
  AE: "Reverse charge with a VAT number",
  G: "No VAT: export of services",
  O: "No VAT: not subject to VAT",
};
