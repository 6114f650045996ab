import {
  AllFindings,
  FirstFindings,
  faults,
  NotChecked,
  ResultHead,
  SearchResult,
} from "#app/check/check-parts.tsx";
import { DeliveryCard } from "#app/order-room/deliveries/delivery-card.tsx";
import { MonthPage } from "#app/order-room/months/month-page.tsx";
import bandSheet from "#app/ui/band.css?sheet";
import { FurrowLines } from "#app/ui/drawings/drawings.tsx";
import { ButtonLink } from "#app/ui/forms/button.tsx";
import { useSheet } from "#app/ui/styles/style-sheets.ts";
import type { SiteContent } from "#content/model/site-content.ts";
import {
  addressOf,
  hasContent,
  isThere,
  type SamplePage,
  samplePageNames,
  sampleTitles,
} from "#seo/public-pages.ts";
import { PageHeader } from "../sections/headings.tsx";
import { sampleCheck, sampleCheckDate } from "./sample-check.ts";
import { sampleDeliveryOf } from "./sample-delivery.ts";
import { sampleMonth } from "./sample-month.ts";
import samplePagesSheet from "./sample-pages.css?sheet";
import { SampleSheet } from "./sample-sections.tsx";

interface SampleProps {
  site: SiteContent;
}

const note = "A sample: Harbour House is an invented guesthouse.";

/** The sample report as the customer of an order reads it. */
export function MonthSamplePage({ site }: SampleProps) {
  if (!isThere(site, "sampleMonth")) return null;
  return (
    <section className="sample-page" id="sample">
      <MonthPage view={sampleMonth} note={note} />
    </section>
  );
}

/** The sample delivery as the customer of an order reads it. */
export function DeliverySamplePage({ site }: SampleProps) {
  if (!site.samples || !isThere(site, "sampleDelivery")) return null;
  return (
    <section className="sample-page" id="sample">
      <PageHeader
        crumb="Sample delivery"
        title={site.samples.deliveryHeading}
        text={site.samples.deliveryDetails}
      />
      <div className="sample grid">
        <SampleSheet>
          <h2 className="sample__title">{sampleCheck.website}</h2>
          <DeliveryCard delivery={sampleDeliveryOf(site.pricingPackages)} />
        </SampleSheet>
      </div>
    </section>
  );
}

/** The sample result as whoever asked for the check reads it. */
export function CheckSamplePage({ site }: SampleProps) {
  if (!isThere(site, "sampleCheck")) return null;
  return (
    <section className="sample-page" id="sample">
      <ResultHead website={sampleCheck.website}>
        {faults(sampleCheck)} Checked on {sampleCheckDate}. {note}
      </ResultHead>
      {sampleCheck.listing && <SearchResult listing={sampleCheck.listing} />}
      <FirstFindings view={sampleCheck} />
      <AllFindings view={sampleCheck} />
      <NotChecked view={sampleCheck} />
    </section>
  );
}

interface NextStepProps extends SampleProps {
  page: SamplePage;
}

/** The main action of a sample's page, and the way to the other samples. */
export function NextStep({ site, page }: NextStepProps) {
  useSheet(bandSheet, samplePagesSheet);
  if (!isThere(site, page)) return null;
  const plans = hasContent(site, "pricing")
    ? { href: addressOf(site, "pricing"), label: "See the plans" }
    : { href: addressOf(site, "contact"), label: "Write to us" };
  const check = { href: addressOf(site, "check"), label: site.seoCheck?.checkButton ?? "" };
  const [main, second] = page === "sampleCheck" ? [check, plans] : [plans, undefined];
  const links = [
    ...(second ? [second] : []),
    ...samplePageNames
      .filter((other) => other !== page && isThere(site, other))
      .map((other) => ({ href: addressOf(site, other), label: sampleTitles[other] })),
  ];
  return (
    <section className="sample-next band grid" id="next-step">
      <FurrowLines />
      <h2>{site.samples?.nextHeading}</h2>
      <div className="sample-next__ways">
        <ButtonLink href={main.href}>{main.label}</ButtonLink>
        <ul>
          {links.map(({ href, label }) => (
            <li key={href}>
              <a href={href}>{label}</a>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
