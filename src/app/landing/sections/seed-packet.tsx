import type { PricingPackage } from "../../../content/blocks/pricing-packages.ts";
import type { SectionTitles } from "../../../content/blocks/section-titles.ts";
import { Icon } from "../../ui/drawings/icon.tsx";
import { PlanPlant, WheatSheaf } from "../../ui/drawings/packet-plants.tsx";
import { ButtonLink } from "../../ui/forms/button.tsx";
import { packetOf, planPoints, planPrice } from "../../ui/plan.ts";

interface SeedPacketProps {
  plan: PricingPackage;
  titles: SectionTitles | undefined;
}

/** A plan as a seed packet. The Standard plan's packet is open. */
export function SeedPacket({ plan, titles }: SeedPacketProps) {
  const recommendation = titles?.pricingRecommended;
  const recommended = packetOf(plan.packageName) === "standard";
  return (
    <article className={`packet packet--${packetOf(plan.packageName)}`}>
      <div className="packet__paper">
        {recommended && <OpenMouth />}
        <header className="packet__front">
          {!recommended && <PlanPlant plan={plan.packageName} />}
          {recommended && recommendation && <p className="packet__recommended">{recommendation}</p>}
          <h3 className="packet__name">{plan.packageName}</h3>
          <p className="packet__price">
            {planPrice(plan)} {titles?.pricingTerms && <small>{titles.pricingTerms}</small>}
          </p>
        </header>
        <div className="packet__back">
          <ul className="packet__points">
            {planPoints(plan).map((point) => (
              <li key={point}>
                <Icon name="check" />
                {point}
              </li>
            ))}
          </ul>
          <ButtonLink href={`/order-now/${plan._id}`}>{plan.packageButtonText}</ButtonLink>
        </div>
      </div>
    </article>
  );
}

const tornEdge = Array.from({ length: 30 }, () => "l5-7 5 7").join("");

/** The torn top of an open packet, with wheat. */
function OpenMouth() {
  return (
    <div className="packet__mouth" aria-hidden="true">
      <svg viewBox="0 0 300 72" preserveAspectRatio="none" aria-hidden="true">
        <path className="packet__inside" d={`M0 72V10${tornEdge}V72Z`} />
      </svg>
      <WheatSheaf />
      <svg viewBox="0 0 300 72" preserveAspectRatio="none" aria-hidden="true">
        <path className="packet__lip" d="M0 26Q150 92 300 26V73H0Z" />
        <path className="packet__hem" d="M0 33Q150 99 300 33" vectorEffect="non-scaling-stroke" />
      </svg>
    </div>
  );
}
