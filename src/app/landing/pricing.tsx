import { pageTitle } from "../page-title.ts";
import { useSite } from "../site-layout.tsx";
import { PricingPageHeader } from "./sections/pricing-page-header.tsx";
import { PricingSection } from "./sections/pricing-section.tsx";

export function meta() {
  return pageTitle(
    "Pricing",
    "Three SEO plans with fixed prices in dollars: Basic, Standard and Premium.",
  );
}

export default function Pricing() {
  const { site } = useSite();
  return (
    <>
      <PricingPageHeader />
      <PricingSection packages={site.pricingPackages} withHeading={false} />
    </>
  );
}
