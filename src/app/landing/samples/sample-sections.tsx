import type { ReactNode } from "react";
import { FindingText } from "#app/check/finding-text.tsx";
import { DeliveryCard } from "#app/order-room/deliveries/delivery-card.tsx";
import { NumberCharts } from "#app/order-room/months/number-charts.tsx";
import { ButtonLink } from "#app/ui/forms/button.tsx";
import { useSheet } from "#app/ui/styles/style-sheets.ts";
import type { SiteContent } from "#content/model/site-content.ts";
import { addressOf, isThere } from "#seo/public-pages.ts";
import { SectionHeading } from "../sections/headings.tsx";
import { sampleCheck } from "./sample-check.ts";
import { sampleDeliveryOf } from "./sample-delivery.ts";
import { sampleMonth } from "./sample-month.ts";
import sampleSectionsSheet from "./sample-sections.css?sheet";

interface SampleProps {
  site: SiteContent;
}

/** Three numbers of the sample month report, on a sheet of paper. */
export function MonthSample({ site }: SampleProps) {
  if (!site.samples || !isThere(site, "sampleMonth")) return null;
  const { monthText, monthHeading, monthDetails } = site.samples;
  const { name, website, numbers, next } = sampleMonth;
  return (
    <SampleSection
      id="month-sample"
      words={{ text: monthText, heading: monthHeading, details: monthDetails }}
      links={[
        { href: addressOf(site, "sampleMonth"), label: "See the whole report" },
        { href: addressOf(site, "sampleDelivery"), label: "See a delivery" },
      ]}
    >
      <h3 className="sample__title">{name}</h3>
      <p>{website}</p>
      <NumberCharts numbers={numbers} />
      <p>
        <strong>What comes next.</strong> {next}
      </p>
    </SampleSection>
  );
}

const shownProofs = [3, 4];

/** Two points of the sample delivery with their proofs. */
export function DeliverySample({ site }: SampleProps) {
  if (!site.samples || !isThere(site, "sampleDelivery")) return null;
  const { deliveryText, deliveryHeading, deliveryDetails } = site.samples;
  const delivery = sampleDeliveryOf(site.pricingPackages);
  const points = delivery.points.filter(({ position }) => shownProofs.includes(position));
  return (
    <SampleSection
      id="delivery-sample"
      words={{ text: deliveryText, heading: deliveryHeading, details: deliveryDetails }}
      links={[
        { href: addressOf(site, "sampleDelivery"), label: "See the whole delivery" },
        { href: addressOf(site, "sampleMonth"), label: "See a month report" },
      ]}
    >
      <DeliveryCard delivery={{ ...delivery, points }} />
    </SampleSection>
  );
}

/** The finding of the sample check that costs most. */
export function CheckSample({ site }: SampleProps) {
  const [finding] = sampleCheck.firstThree;
  if (!site.samples || !isThere(site, "sampleCheck") || finding === undefined) return null;
  const { checkText, checkHeading, checkDetails } = site.samples;
  return (
    <SampleSection
      id="check-sample"
      words={{ text: checkText, heading: checkHeading, details: checkDetails }}
      links={[{ href: addressOf(site, "sampleCheck"), label: "See the whole result" }]}
    >
      <FindingText finding={finding} />
    </SampleSection>
  );
}

interface SampleSectionProps {
  id: string;
  words: { readonly text: string; readonly heading: string; readonly details: string };
  links: readonly { readonly href: string; readonly label: string }[];
  children: ReactNode;
}

/** The words beside an excerpt, which lies on a sheet of paper. */
function SampleSection({ id, words, links, children }: SampleSectionProps) {
  useSheet(sampleSectionsSheet);
  return (
    <section className="sample grid" id={id}>
      <div className="sample__words">
        <SectionHeading text={words.text} heading={words.heading} />
        <p>{words.details}</p>
        <div className="sample__links">
          {links.map(({ href, label }, nth) => (
            <ButtonLink key={href} href={href} variant={nth === 0 ? "secondary" : "quiet"}>
              {label}
            </ButtonLink>
          ))}
        </div>
      </div>
      <SampleSheet>{children}</SampleSheet>
    </section>
  );
}

/** A sheet of paper with a stamp that says that the customer is invented. */
export function SampleSheet({ children }: { children: ReactNode }) {
  useSheet(sampleSectionsSheet);
  return (
    <div className="sample__sheet">
      <p className="sample__stamp">Sample of an invented guesthouse</p>
      {children}
    </div>
  );
}
