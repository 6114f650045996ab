import type { MoneyTotals } from "../../orders/order-totals.ts";
import { dollarsFromCents } from "../../platform/money.ts";

/** What the owner has sold, gave back and has, by the names that the panel gives them. */
export function totalsInWords(
  salesCents: number,
  { refundedCents, netCents }: MoneyTotals,
): readonly { readonly label: string; readonly amount: string }[] {
  return [
    { label: "Total Sales", amount: dollarsFromCents(salesCents) },
    { label: "Refunded", amount: dollarsFromCents(refundedCents) },
    { label: "Net", amount: dollarsFromCents(netCents) },
  ];
}
