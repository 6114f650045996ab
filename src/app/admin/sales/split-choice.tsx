import type { Split } from "../../../orders/sales/sales-series.ts";
import { ChoiceLinks } from "./choice-links.tsx";
import { dashboardAddress } from "./sales-address.ts";
import { useDashboardChoices } from "./use-dashboard-choices.ts";

/** By what the charts divide. */
export function SplitChoice({ split }: { split: Split }) {
  const present = useDashboardChoices();
  const choice = (text: string, value: Split) => ({
    text,
    href: dashboardAddress(present, { by: value }),
    isChosen: split === value,
  });
  return (
    <ChoiceLinks
      label="Divide charts"
      choices={[choice("By plan", "plan"), choice("By status", "status")]}
    />
  );
}
