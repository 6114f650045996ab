import bandSheet from "#app/ui/band.css?sheet";
import { FurrowLines } from "#app/ui/drawings/drawings.tsx";
import { ButtonLink } from "#app/ui/forms/button.tsx";
import { besidePrice, mainPlan, planPrice } from "#app/ui/plan.ts";
import { usePriceNote } from "#app/ui/price-note.ts";
import { useSheet } from "#app/ui/styles/style-sheets.ts";
import type { PricingPackage } from "#content/blocks/pricing-packages.ts";
import type { SectionTitles } from "#content/blocks/section-titles.ts";
import { termsInWords, termsOfPlan } from "#content/model/plan-terms.ts";
import callToActionSheet from "../service/call-to-action-section.css?sheet";
import chooseSheet from "./choose-plan.css?sheet";

interface ChoosePlanProps {
  packages: readonly PricingPackage[];
  titles: SectionTitles | undefined;
  /** The free check; null while it is switched off. */
  check: { readonly text: string; readonly href: string } | null;
}

/** The main action of the pricing page, for a visitor who has read to its end. */
export function ChoosePlan({ packages, titles, check }: ChoosePlanProps) {
  useSheet(bandSheet, callToActionSheet, chooseSheet);
  const note = usePriceNote();
  const plan = mainPlan(packages);
  if (plan === undefined) return null;
  const price = [planPrice(plan), besidePrice(plan, titles?.pricingTerms, note)]
    .filter(Boolean)
    .join(" ");
  const terms = Object.values(termsInWords(termsOfPlan(plan))).filter((words) => words !== "");
  return (
    <section className="call-to-action choose-plan band grid" id="choose-plan">
      <FurrowLines />
      <div className="call-to-action__words">
        <h2>{titles?.pricingNext || "Ready to begin?"}</h2>
        <p>{[`${plan.packageName}: ${price}`, ...terms].join(". ")}.</p>
      </div>
      <div className="choose-plan__ways">
        <ButtonLink href={`/order-now/${plan._id}`}>{plan.packageButtonText}</ButtonLink>
        {packages.length > 1 && <a href="#pricing">See the other plans</a>}
        {check && <a href={check.href}>{check.text}</a>}
      </div>
    </section>
  );
}
