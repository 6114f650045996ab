import type { PricingPackage } from "../../../content/blocks/pricing-packages.ts";
import type { SectionTitles } from "../../../content/blocks/section-titles.ts";
import { SectionHeading } from "./section-heading.tsx";
import { SeedPacket } from "./seed-packet.tsx";

interface PricingSectionProps {
  packages: readonly PricingPackage[];
  titles: SectionTitles | undefined;
  /** Left out on the page that has a title of its own. */
  withHeading?: boolean;
}

export function PricingSection({ packages, titles, withHeading = true }: PricingSectionProps) {
  if (packages.length === 0) return null;
  return (
    <section className="pricing grid" id="pricing">
      {withHeading && titles ? (
        <SectionHeading text={titles.pricingText} heading={titles.pricingHeading} />
      ) : (
        <h2 className="unseen">Plans</h2>
      )}
      <div className="pricing__packets">
        {packages.map((plan) => (
          <SeedPacket key={plan._id} plan={plan} titles={titles} />
        ))}
      </div>
    </section>
  );
}
