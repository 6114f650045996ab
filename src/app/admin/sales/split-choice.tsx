import { useSearchParams } from "react-router";
import type { Split } from "../../../orders/sales-series.ts";
import { ChoiceLinks } from "./choice-links.tsx";
import { dashboardAddress } from "./sales-address.ts";

/** By what the charts divide. */
export function SplitChoice({ split }: { split: Split }) {
  const [present] = useSearchParams();
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
