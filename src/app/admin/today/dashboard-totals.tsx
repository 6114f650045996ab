import { Text } from "@mantine/core";
import { dollarsFromCents } from "#platform/money.ts";
import type { MoneyTotals } from "#sales/order-totals.ts";
import classes from "./dashboard-totals.module.css";

/**
 * Total Sales adds up the prices of Paid orders. The other totals add up money: net is received
 * less refunded.
 */
export function describeTotals(
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
  "Total Sales: prices of all Paid orders. Received: before payment fees. Refunded: including disputes. Net: Received minus Refunded.";

export function DashboardTotals({ totals }: { totals: ReturnType<typeof describeTotals> }) {
  return (
    <div>
      <div className={classes.totals}>
        {totals.map(({ label, amount }, index) => (
          <div key={label}>
            <Text size="sm" c="dimmed">
              {label}
            </Text>
            <Text
              fz={index === 0 ? 28 : 20}
              fw={600}
              lh={1.15}
              style={{ fontVariantNumeric: "tabular-nums" }}
            >
              {amount}
            </Text>
          </div>
        ))}
      </div>
      <Text size="xs" c="dimmed" mt={4}>
        {whatTotalsCount}
      </Text>
    </div>
  );
}
