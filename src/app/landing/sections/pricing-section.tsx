import type { PricingPackage } from "../../../content/blocks/pricing-packages.ts";
import { SectionHeading } from "./section-heading.tsx";
import { SeedPacket } from "./seed-packet.tsx";

const shownOrder = ["Basic", "Standard", "Premium"];

interface PricingSectionProps {
  packages: readonly PricingPackage[];
  /** Left out on the page that has a title of its own. */
  withHeading?: boolean;
}

export function PricingSection({ packages, withHeading = true }: PricingSectionProps) {
  if (packages.length === 0) return null;
  const inOrder = packages.toSorted(
    (one, other) => shownOrder.indexOf(one.packageName) - shownOrder.indexOf(other.packageName),
  );
  return (
    <section className="pricing grid" id="pricing">
      {withHeading ? (
        <SectionHeading text="Pricing" heading="Three packets, and what grows from each" />
      ) : (
        <h2 className="unseen">Plans</h2>
      )}
      <div className="pricing__packets">
        {inOrder.map((plan) => (
          <SeedPacket key={plan._id} plan={plan} />
        ))}
      </div>
    </section>
  );
}
