import { besidePrice, cheapestPlan, planPrice } from "#app/ui/plan.ts";
import { usePriceNote } from "#app/ui/price-note.ts";
import type { PricingPackage } from "#content/blocks/pricing-packages.ts";
import { termsInWords, termsOfPlan } from "#content/model/plan-terms.ts";

export interface LowestPriceProps {
  plans: readonly PricingPackage[];
  /** What the price of a plan charged once covers; "" for nothing. */
  terms: string;
  /** Address of the page with the plans, to link it. */
  pricing?: string | undefined;
  /** Words before the price, such as "Mended by us:". */
  before?: string;
  className: string;
}

/** Price and working days of the cheapest plan; nothing without a plan. */
export function LowestPrice({ plans, terms, pricing, before, className }: LowestPriceProps) {
  const note = usePriceNote();
  const plan = cheapestPlan(plans);
  if (plan === undefined) return null;
  const beside = besidePrice(plan, terms, note);
  const { delivery } = termsInWords(termsOfPlan(plan));
  const from = before === undefined ? "From " : `${before} from `;
  const alone = before === undefined ? "" : `${before} `;
  return (
    <p className={className}>
      {plans.length === 1 ? alone : from}
      <strong>{planPrice(plan)}</strong>
      {beside !== "" && ` ${beside}`}
      {delivery !== "" && `, ${delivery.charAt(0).toLowerCase()}${delivery.slice(1)}`}
      {pricing !== undefined && (
        <>
          {". "}
          <a href={pricing}>See the plans</a>
        </>
      )}
    </p>
  );
}
