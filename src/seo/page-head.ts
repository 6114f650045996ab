import type {
  BreadcrumbList,
  ContactPage,
  FAQPage,
  Graph,
  Offer,
  Organization,
  Service,
  Thing,
  UnitPriceSpecification,
  WebPage,
  WebSite,
} from "schema-dts";
import type { PricingPackage } from "../content/blocks/pricing-packages.ts";
import { sellerOf } from "../content/model/business-facts.ts";
import {
  isRepeated,
  monthsOfCycle,
  type RepeatedInterval,
} from "../content/model/plan-interval.ts";
import { planPoints } from "../content/model/plan-points.ts";
import type { SiteContent } from "../content/model/site-content.ts";
import { showsWordmark } from "../content/model/wordmark.ts";
import { drawsField } from "../look/look.ts";
import type { Business } from "../platform/business.ts";
import { hasSection } from "./page-anchors.ts";
import {
  absolute,
  addressOf,
  drawnSharePicture,
  isThere,
  legalTextOf,
  listingOf,
  type PublicPage,
  sampleTitles,
} from "./public-pages.ts";

export interface PageHead {
  readonly title: string;
  readonly description: string;
  readonly canonical: string;
  /** `<meta property>` elements (Open Graph). */
  readonly properties: readonly (readonly [name: string, content: string])[];
  /** `<meta name>` elements. */
  readonly names: readonly (readonly [name: string, content: string])[];
  /** JSON-LD. */
  readonly data: object;
}

export interface SiteFacts {
  readonly business: Business;
  /** Origin of the site. */
  readonly origin: string;
}

/** The head of a page; null for a page that returns 404. */
export function pageHead(
  site: SiteContent,
  page: PublicPage,
  { business, origin }: SiteFacts,
): PageHead | null {
  if (!isThere(site, page)) return null;
  const listing = listingOf(site, page);
  const { listingTitle: title, listingDescription: description, sharePicture } = listing;
  const canonical = absolute(origin, addressOf(site, page));
  const isDrawn = sharePicture === "";
  const picture = isDrawn ? drawnSharePicture(page, listing, business.name, site) : sharePicture;
  const share = { picture: absolute(origin, picture), isDrawn };
  return {
    ...sharedHead({ title, description, canonical, type: "website", ...share }, business.name),
    data: structuredData(site, page, { business, origin }),
  };
}

interface SharedWords {
  readonly title: string;
  readonly description: string;
  readonly canonical: string;
  readonly type: "website" | "article";
  readonly picture: string;
  /** True for a picture that the site draws. */
  readonly isDrawn: boolean;
}

/** What the head of every page says, for search engines and for previews of shared links. */
export function sharedHead(
  { title, description, canonical, type, picture, isDrawn }: SharedWords,
  businessName: string,
): Omit<PageHead, "data"> {
  return {
    title,
    description,
    canonical,
    properties: [
      ["og:type", type],
      ["og:site_name", businessName],
      ["og:locale", "en_US"],
      ["og:title", title],
      ...(description === "" ? [] : ([["og:description", description]] as const)),
      ["og:url", canonical],
      ["og:image", picture],
      ["og:image:alt", title],
      ...(isDrawn
        ? ([
            ["og:image:width", "1200"],
            ["og:image:height", "630"],
          ] as const)
        : []),
    ],
    names: [
      ["twitter:card", "summary_large_image"],
      ["twitter:title", title],
      ...(description === "" ? [] : ([["twitter:description", description]] as const)),
      ["twitter:image", picture],
    ],
  };
}

const withQuestions: readonly PublicPage[] = ["service", "pricing"];
const withOffers: readonly PublicPage[] = ["home", "service", "pricing"];

/**
 * Structured data of a page: the business on every page, and the plans and questions where the page
 * shows them. No ratings, because a site must not rate itself.
 */
function structuredData(site: SiteContent, page: PublicPage, facts: SiteFacts): Graph {
  const { origin } = facts;
  const things: Thing[] = [organization(site, facts), website(facts), webPage(site, page, origin)];
  const showsPlans = hasSection(site, page, "pricing");
  if (withOffers.includes(page) && showsPlans && site.pricingPackages.length > 0)
    things.push(service(site, facts));
  if (withQuestions.includes(page) && hasSection(site, page, "faq") && site.faqItems.length > 0)
    things.push(questions(site, page, origin));
  if (page !== "home") things.push(breadcrumb(site, page, origin));
  return { "@context": "https://schema.org", "@graph": things };
}

export const organizationId = (origin: string) => `${origin}/#organization`;
export const websiteId = (origin: string) => `${origin}/#website`;

export function organization(site: SiteContent, { business, origin }: SiteFacts): Organization {
  const { logo, footerSocial: social } = site;
  const { name, address, phone, email, country, taxId } = sellerOf(business, site.footerAddress);
  const profiles = [social?.inslink, social?.fblink, social?.youlink].filter(isProfile);
  return {
    "@type": "Organization",
    "@id": organizationId(origin),
    name,
    url: absolute(origin, "/"),
    ...(logo === undefined || showsWordmark(logo, name, drawsField(site.look))
      ? {}
      : { logo: absolute(origin, logo.logo) }),
    ...(email && { email }),
    ...(phone && { telephone: phone }),
    ...(address && {
      address:
        country === ""
          ? address
          : { "@type": "PostalAddress", streetAddress: address, addressCountry: country },
    }),
    ...(taxId && { taxID: taxId }),
    ...(email || phone
      ? {
          contactPoint: {
            "@type": "ContactPoint",
            contactType: "customer service",
            ...(email && { email }),
            ...(phone && { telephone: phone }),
          },
        }
      : {}),
    ...(profiles.length === 0 ? {} : { sameAs: profiles }),
  };
}

/**
 * False for the front page of a social network: the demonstration content links to front pages, and
 * a front page is not the profile of the business.
 */
function isProfile(link: string | undefined): link is string {
  if (link === undefined || !/^https?:/.test(link)) return false;
  const { pathname, search } = new URL(link);
  return pathname !== "/" || search !== "";
}

export function website({ business, origin }: SiteFacts): WebSite {
  return {
    "@type": "WebSite",
    "@id": websiteId(origin),
    name: business.name,
    url: absolute(origin, "/"),
    inLanguage: "en",
    publisher: { "@id": organizationId(origin) },
  };
}

function webPage(site: SiteContent, page: PublicPage, origin: string): WebPage | ContactPage {
  const { listingTitle: name, listingDescription: description } = listingOf(site, page);
  const url = absolute(origin, addressOf(site, page));
  return {
    "@type": page === "contact" ? "ContactPage" : "WebPage",
    "@id": `${url}#page`,
    url,
    name,
    description,
    inLanguage: "en",
    isPartOf: { "@id": websiteId(origin) },
  };
}

function service(site: SiteContent, { business, origin }: SiteFacts): Service {
  return {
    "@type": "Service",
    "@id": `${origin}/#service`,
    name: `${business.name} SEO`,
    serviceType: "Search engine optimization",
    description: listingOf(site, "service").listingDescription,
    provider: { "@id": organizationId(origin) },
    url: absolute(origin, addressOf(site, "service")),
    offers: site.pricingPackages.map(
      (plan): Offer => ({
        "@type": "Offer",
        name: plan.packageName,
        price: plan.packagePrice,
        priceCurrency: "USD",
        ...(isRepeated(plan.packageCharged) && {
          priceSpecification: priceOfCycle(plan, plan.packageCharged),
        }),
        availability: "https://schema.org/InStock",
        url: absolute(origin, `/order-now/${plan._id}`),
        description: planPoints(plan).slice(0, 3).join(". "),
      }),
    ),
  };
}

/** The price of a plan with its interval, which the price of an offer alone does not say. */
function priceOfCycle(
  { packagePrice, packageMinimumCycles }: PricingPackage,
  charged: RepeatedInterval,
): UnitPriceSpecification {
  const months = monthsOfCycle[charged];
  return {
    "@type": "UnitPriceSpecification",
    price: packagePrice,
    priceCurrency: "USD",
    billingDuration: `P${months}M`,
    billingIncrement: 1,
    ...(Number(packageMinimumCycles) > 1 && {
      eligibleDuration: {
        "@type": "QuantitativeValue",
        minValue: Number(packageMinimumCycles) * months,
        unitCode: "MON",
      },
    }),
    referenceQuantity: { "@type": "QuantitativeValue", value: months, unitCode: "MON" },
  };
}

function questions(site: SiteContent, page: PublicPage, origin: string): FAQPage {
  return {
    "@type": "FAQPage",
    "@id": `${absolute(origin, addressOf(site, page))}#questions`,
    mainEntity: site.faqItems.map((item) => ({
      "@type": "Question",
      name: item.accodingTitle,
      acceptedAnswer: { "@type": "Answer", text: item.accodingText },
    })),
  };
}

function breadcrumb(site: SiteContent, page: PublicPage, origin: string): BreadcrumbList {
  const step = (position: number, of: PublicPage, name: string) => ({
    "@type": "ListItem" as const,
    position,
    name,
    item: absolute(origin, addressOf(site, of)),
  });
  return {
    "@type": "BreadcrumbList",
    itemListElement: [step(1, "home", "Home"), step(2, page, nameOf(site, page))],
  };
}

function nameOf(site: SiteContent, page: PublicPage): string {
  const names: Partial<Record<PublicPage, string>> = {
    service: "Service",
    pricing: "Pricing",
    contact: "Contact Us",
    check: "SEO check",
    ...sampleTitles,
  };
  return names[page] ?? legalTextOf(site, page)?.legalTitle ?? listingOf(site, page).listingTitle;
}
