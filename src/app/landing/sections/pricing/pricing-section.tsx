import plainPricingSheet from "#app/looks/plain-pricing.css?sheet";
import { Icon } from "#app/ui/drawings/icon.tsx";
import { PlanPlant } from "#app/ui/drawings/packet-plants.tsx";
import { ButtonLink } from "#app/ui/forms/button.tsx";
import { useLook } from "#app/ui/look-context.ts";
import { besidePrice, drawingOf, planPrice, planPricePer } from "#app/ui/plan.ts";
import { usePriceNote } from "#app/ui/price-note.ts";
import seedPacketSheet from "#app/ui/seed-packet.css?sheet";
import { useSheet } from "#app/ui/styles/style-sheets.ts";
import type { PricingPackage } from "#content/blocks/pricing-packages.ts";
import type { SectionTitles } from "#content/blocks/section-titles.ts";
import { planPoints } from "#content/model/plan-points.ts";
import { termsInWords, termsOfPlan } from "#content/model/plan-terms.ts";
import { SectionHeading, useItemHeading } from "../headings.tsx";
import pricingSheet from "./pricing-section.css?sheet";

type Titles = Pick<
  SectionTitles,
  "pricingText" | "pricingHeading" | "pricingRecommended" | "pricingTerms"
>;

interface PricingSectionProps {
  packages: readonly PricingPackage[];
  titles: Titles | undefined;
  /** Path of the contact page, which the pricing page links to while no plan is on sale. */
  contact?: string;
  id?: string;
  /** True if the heading is the page's title. */
  isTitle?: boolean | undefined;
}

export function PricingSection(props: PricingSectionProps) {
  const { packages, titles, contact, id = "pricing", isTitle } = props;
  const { hasDrawings } = useLook();
  useSheet(...(hasDrawings ? [pricingSheet, seedPacketSheet] : [plainPricingSheet]));
  const nameLevel = useItemHeading(isTitle);
  if (packages.length === 0) return contact === undefined ? null : <NoPlans contact={contact} />;
  const isPage = contact !== undefined;
  const Plan = hasDrawings ? SeedPacket : PlanColumn;
  return (
    <section className={isPage ? "pricing pricing--page grid" : "pricing grid"} id={id}>
      {isPage || !titles?.pricingHeading ? (
        <h2 className="unseen">Plans</h2>
      ) : (
        <SectionHeading
          text={titles.pricingText}
          heading={titles.pricingHeading}
          isTitle={isTitle}
        />
      )}
      {isPage && packages.length > 1 && <PlanTags packages={packages} />}
      <div className={hasDrawings ? "pricing__packets" : "pricing__plans"}>
        {packages.map((plan) => (
          <Plan
            key={plan._id}
            plan={plan}
            titles={titles}
            nameLevel={nameLevel}
            {...(isPage && idOf(plan))}
          />
        ))}
      </div>
    </section>
  );
}

const idOf = (plan: PricingPackage) => ({ id: `plan-${plan._id}` });

/** All names and prices at once, where the packets do not fit side by side. */
function PlanTags({ packages }: Pick<PricingSectionProps, "packages">) {
  const note = usePriceNote();
  return (
    <nav className="plan-tags" aria-label="Plans">
      <ul>
        {packages.map((plan) => (
          <li key={plan._id}>
            <a href={`#${idOf(plan).id}`}>
              {plan.packageName} <span>{planPricePer(plan, note)}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function NoPlans({ contact }: { contact: string }) {
  return (
    <section className="pricing grid" id="pricing">
      <p>
        No plans are available right now: <a href={contact}>write to us</a> about what you need.
      </p>
    </section>
  );
}

interface PlanProps {
  plan: PricingPackage;
  titles: Titles | undefined;
  nameLevel: "h2" | "h3";
  id?: string;
}

/** A plan without drawings: name and price, the button, then what belongs to it. */
function PlanColumn({ plan, titles, nameLevel: Name, id }: PlanProps) {
  const recommendation = titles?.pricingRecommended;
  const recommended = plan.packageRecommended === "Yes";
  const beside = besidePrice(plan, titles?.pricingTerms, usePriceNote());
  return (
    <article className={recommended ? "plan plan--recommended" : "plan"} id={id}>
      <header className="plan__head">
        {recommended && recommendation && <p className="plan__recommended">{recommendation}</p>}
        <Name className="plan__name">{plan.packageName}</Name>
        <p className="plan__price">
          {planPrice(plan)} {beside !== "" && <small>{beside}</small>}
        </p>
        <PlanTermsList plan={plan} className="plan__terms" />
      </header>
      <ButtonLink href={`/order-now/${plan._id}`}>{plan.packageButtonText}</ButtonLink>
      <ul className="plan__points">
        {planPoints(plan).map((point) => (
          <li key={point}>
            <Icon name="check" />
            {point}
          </li>
        ))}
      </ul>
    </article>
  );
}

/** A plan drawn as a seed packet. The packet of the recommended plan is open. */
function SeedPacket({ plan, titles, nameLevel: Name, id }: PlanProps) {
  const recommendation = titles?.pricingRecommended;
  const recommended = plan.packageRecommended === "Yes";
  const drawing = drawingOf(plan.packageDrawing);
  const beside = besidePrice(plan, titles?.pricingTerms, usePriceNote());
  const kind = recommended ? " packet--recommended" : "";
  return (
    <article className={`packet packet--${drawing}${kind}`} id={id}>
      <div className="packet__paper">
        {recommended && <OpenMouth drawing={drawing} />}
        <header className="packet__front">
          {!recommended && <PlanPlant drawing={drawing} />}
          {recommended && recommendation && <p className="packet__recommended">{recommendation}</p>}
          <Name className={nameClass(plan.packageName)}>{plan.packageName}</Name>
          <p className="packet__price">
            {planPrice(plan)} {beside !== "" && <small>{beside}</small>}
          </p>
          <PlanTermsList plan={plan} className="packet__terms" />
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

function PlanTermsList({ plan, className }: { plan: PricingPackage; className: string }) {
  const terms = Object.values(termsInWords(termsOfPlan(plan))).filter((words) => words !== "");
  if (terms.length === 0) return null;
  return (
    <ul className={className}>
      {terms.map((words) => (
        <li key={words}>{words}</li>
      ))}
    </ul>
  );
}

/** A long name is smaller, so that its longest word fits into a column of three. */
function nameClass(name: string): string {
  const longestWord = Math.max(...name.split(/[\s-]/).map((word) => word.length));
  const isLong = longestWord > 9 || name.length > 18;
  return isLong ? "packet__name packet__name--long" : "packet__name";
}

const tornEdge = Array.from({ length: 30 }, () => "l5-7 5 7").join("");

function OpenMouth({ drawing }: { drawing: string }) {
  return (
    <div className="packet__mouth" aria-hidden="true">
      <svg viewBox="0 0 300 72" preserveAspectRatio="none" aria-hidden="true">
        <path className="packet__inside" d={`M0 72V10${tornEdge}V72Z`} />
      </svg>
      <PlanPlant drawing={drawing} />
      <svg viewBox="0 0 300 72" preserveAspectRatio="none" aria-hidden="true">
        <path className="packet__lip" d="M0 26Q150 92 300 26V73H0Z" />
        <path className="packet__hem" d="M0 33Q150 99 300 33" vectorEffect="non-scaling-stroke" />
      </svg>
    </div>
  );
}
