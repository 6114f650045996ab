import type { MoneyTotals } from "../../../orders/sales/order-totals.ts";
import { dollarsFromCents } from "../../../platform/money.ts";

/**
 * What the owner has sold, and what came, went back and is left of it, by the names that the panel gives
 * them. The first adds up prices, and the others money: what came less what went back is what is left.
 */
export function totalsInWords(
  salesCents: number,
  { refundedCents, netCents }: MoneyTotals,
): readonly { readonly label: string; readonly amount: string }[] {
  return [
    { label: "Total Sales", amount: dollarsFromCents(salesCents) },
    { label: "Received", amount: dollarsFromCents(netCents + refundedCents) },
    { label: "Refunded", amount: dollarsFromCents(refundedCents) },
    { label: "Net", amount: dollarsFromCents(netCents) },
  ];
}

export const whatTotalsCount =
  "Total Sales is the price of every order that is Paid. Net is what was received, less what went back.";
