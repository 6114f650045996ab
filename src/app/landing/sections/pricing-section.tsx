import type { PricingPackage } from "../../../content/blocks/pricing-packages.ts";
import type { SectionTitles } from "../../../content/blocks/section-titles.ts";
import { packetOf } from "../../ui/plan.ts";
import { SectionHeading } from "./section-heading.tsx";
import { SeedPacket } from "./seed-packet.tsx";

interface PricingSectionProps {
  packages: readonly PricingPackage[];
  titles: SectionTitles | undefined;
  /** Set on the pricing page: contact path to show while no plan is on sale. */
  contact?: string;
}

export function PricingSection({ packages, titles, contact }: PricingSectionProps) {
  if (packages.length === 0) return contact === undefined ? null : <NoPlans contact={contact} />;
  return (
    <section className="pricing grid" id="pricing">
      {contact === undefined && titles ? (
        <SectionHeading text={titles.pricingText} heading={titles.pricingHeading} />
      ) : (
        <h2 className="unseen">Plans</h2>
      )}
      <div className={`pricing__packets ${layoutOf(packages)}`}>
        {packages.map((plan) => (
          <SeedPacket key={plan._id} plan={plan} titles={titles} />
        ))}
      </div>
    </section>
  );
}

/**
 * The class of a wide screen's layout, in which one to six plans leave no hole. A class for each,
 * because a page carries only the rules of the classes in it.
 */
function layoutOf(packages: readonly PricingPackage[]): string {
  const layouts = { 1: "one", 2: "pairs", 4: "pairs", 5: "five" } as const;
  const isMiddle = packetOf(packages[1]?.packageName ?? "") === "standard";
  const layout =
    packages.length === 3 && isMiddle ? "middle" : layouts[packages.length as keyof typeof layouts];
  return layout === undefined ? "" : `pricing__packets--${layout}`;
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
