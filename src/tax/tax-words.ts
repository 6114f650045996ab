import { dollarsFromCents } from "#platform/money.ts";
import type { TaxSetting } from "#settings/tax.ts";
import type { OrderTax } from "./order-tax.server.ts";
import { splitInside } from "./tax-arithmetic.ts";

/** Name of the line of an order for tax that is added to its price. */
export function taxLabel({ ratePercent }: Pick<OrderTax, "ratePercent">): string {
  return `VAT ${ratePercent} %`;
}

/** What stands beside the price of each plan on public pages; "" where tax is part of the price. */
export function priceNote({ isOn, isRegistered, place }: TaxSetting): string {
  return isOn && isRegistered && place === "on top" ? "plus VAT" : "";
}

/**
 * The tax of a sum as the customer reads it before paying, such as "VAT 20 % included: $24.83"; ""
 * where nothing is said about tax.
 */
export function taxInWords(totalCents: number, tax: OrderTax | undefined): string {
  if (tax === undefined || totalCents === 0) return "";
  if (tax.category === "AE") {
    return "Reverse charge: no VAT is charged; you account for it.";
  }
  if (tax.category !== "S") return tax.reason;
  const taxCents = dollarsFromCents(splitInside(totalCents, tax.ratePercent).taxCents);
  if (tax.place === "inside") return `${taxLabel(tax)} included: ${taxCents}`;
  // The lines above name the tax and the total, so that these words must not sound like more.
  return `Of which ${taxLabel(tax)}: ${taxCents}`;
}
