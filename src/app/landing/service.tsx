import { pageTitle } from "../page-title.ts";
import { useSite } from "../site-layout.tsx";
import { AboutWithBarsSection } from "./sections/about-with-bars-section.tsx";
import { CallToActionSection } from "./sections/call-to-action-section.tsx";
import { CountersSection } from "./sections/counters-section.tsx";
import { ServicePageHeader } from "./sections/service-page-header.tsx";
import { ServicesSection } from "./sections/services-section.tsx";

export function meta() {
  return pageTitle(
    "Services",
    "What Furrow does for a site: audit, keyword research, pages, monthly care, links and a report in plain words.",
  );
}

export default function Service() {
  const { site } = useSite();
  return (
    <>
      <ServicePageHeader />
      <CountersSection counters={site.counters} />
      <ServicesSection heading={site.serviceHeading} items={site.serviceItems} />
      <AboutWithBarsSection about={site.about} experience={site.experience} />
      <CallToActionSection callToAction={site.callToAction} />
    </>
  );
}
