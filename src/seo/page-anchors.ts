import { isSwitchedOn } from "../content/model/is-switched-on.ts";
import type { SiteContent } from "../content/model/site-content.ts";
import { originalKind, sectionsIn } from "../content/sections/section.ts";
import { isThere, listingOf, type PublicPage } from "./public-pages.ts";

type IsShown = (site: SiteContent) => boolean;

const always: IsShown = () => true;
const about: IsShown = (site) => site.about !== undefined;
const service: IsShown = (site) => site.serviceItems.length > 0;
const faq: IsShown = (site) => site.faqItems.length > 0;
const hasPlans: IsShown = (site) => site.pricingPackages.length > 0;
const check: IsShown = (site) => isSwitchedOn(site.seoCheck);
const sample =
  (page: PublicPage): IsShown =>
  (site) =>
    site.samples !== undefined && isThere(site, page);

/**
 * Sections that a page came with, by their anchor, each with whether it has content. A test
 * compares this with the sections that pages render (`app/landing/page-sections.tsx`), which
 * the header of every page must not load.
 */
const anchors: Partial<Record<PublicPage, Readonly<Record<string, IsShown>>>> = {
  home: {
    banner: (site) => site.banner !== undefined,
    service,
    "seo-check": check,
    "month-sample": sample("sampleMonth"),
    "about-sec": about,
    pricing: hasPlans,
    testimonial: (site) => site.testimonials.length > 0,
    "contact-sec": (site) => site.contactSection.length > 0,
  },
  service: {
    "page-header": always,
    counters: (site) => site.counters !== undefined,
    service,
    steps: (site) => site.workSteps.length > 0,
    "delivery-sample": sample("sampleDelivery"),
    "about-sec": (site) => about(site) || site.experience !== undefined,
    features: (site) => site.featureItems.length > 0,
    team: (site) => site.teamMembers.length > 0,
    video: (site) => site.videoSection !== undefined || site.videoItems.length > 0,
    faq,
    "call-to-action": (site) => site.callToAction !== undefined,
  },
  pricing: {
    "page-header": always,
    pricing: always,
    compare: (site) => site.pricingPackages.length > 1,
    faq,
    "choose-plan": hasPlans,
  },
  contact: { "contact-sec": always },
  check: { "seo-check": check, "check-sample": sample("sampleCheck") },
};

/**
 * False for a section that a page came with and that the owner has hidden or taken off, or that has
 * no content at the moment, and for any other hidden section.
 */
export function hasSection(site: SiteContent, page: PublicPage, anchor: string): boolean {
  const listed = sectionsIn(listingOf(site, page).pageSections ?? "");
  const section = listed.find(({ id }) => id === anchor);
  if (section?.isHidden) return false;
  if (section !== undefined && section.kind !== originalKind) return true;
  const isTakenOff = listed.length > 0 && section === undefined;
  if (isTakenOff && anchors[page]?.[anchor] !== undefined) return false;
  return anchors[page]?.[anchor]?.(site) ?? true;
}
