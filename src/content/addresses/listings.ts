import { type Block, callsAt, defineBlock } from "../model/define.ts";
import { address, image, paragraph, sections, text } from "../model/fields.ts";

/**
 * Default addresses of the pages with a search listing. A default address always leads to its page,
 * also after the owner has moved the page.
 */
export const defaultAddresses = {
  home: "/",
  service: "/service/",
  pricing: "/pricing/",
  contact: "/contact",
  check: "/seo-check/",
  articles: "/articles/",
  sampleMonth: "/sample-month",
  sampleDelivery: "/sample-delivery",
  sampleCheck: "/sample-check",
  privacy: "/privacy",
  terms: "/terms",
  refunds: "/refunds",
} as const;

/** Approximate number of characters that search results show before they cut off a text. */
export const shownInResults = { title: 60, description: 155 } as const;

const listingFields = {
  listingTitle: text("Title", {
    maxLength: 120,
    help: `Search results show about ${shownInResults.title} characters.`,
  }),
  listingDescription: paragraph("Description", {
    maxLength: 320,
    help: `What people find on this page. Search results show about ${shownInResults.description} characters.`,
  }),
  sharePicture: image("Picture when shared", {
    optional: true,
    help: "1200 by 630 pixels. If empty, the site draws one with the title.",
  }),
};

/** Pages whose sections the owner can hide, move and join by others. */
export const pagesOfSections = ["home", "service", "pricing", "contact", "check"] as const;

export type PageOfSections = (typeof pagesOfSections)[number];

/** Anchors of the sections that each page came with (`app/landing/page-sections.tsx`), in order. */
export const originalSections: Readonly<Record<PageOfSections, readonly string[]>> = {
  home: [
    "banner",
    "service",
    "seo-check",
    "month-sample",
    "about-sec",
    "pricing",
    "testimonial",
    "contact-sec",
  ],
  service: [
    "page-header",
    "counters",
    "service",
    "steps",
    "delivery-sample",
    "about-sec",
    "features",
    "team",
    "video",
    "faq",
    "call-to-action",
  ],
  pricing: ["page-header", "pricing", "compare", "faq", "choose-plan"],
  contact: ["contact-sec"],
  check: ["seo-check", "check-sample"],
};

function sectionsField(page: PageOfSections) {
  const field = sections("Sections", {
    optional: true,
    help: "If empty, the page shows its original sections.",
  });
  return { pageSections: { ...field, originals: originalSections[page] } };
}

export type ListingBlock = Block<typeof listingFields, "singleton", "everyone">;

interface ListingDeclaration {
  readonly name: Exclude<keyof typeof defaultAddresses, "home">;
  readonly page: string;
  readonly title: string;
  readonly description: string;
}

/** The field `pageAddress` makes a page movable; the landing page has no such field. */
function defineListing(declaration: ListingDeclaration) {
  const { title: listingTitle, description: listingDescription } = declaration;
  return defineBlock({
    ...declared(declaration),
    fields: { ...listingFields, ...addressField(declaration) },
    seed: [{ listingTitle, listingDescription, sharePicture: "", pageAddress: "" }],
  });
}

function defineListingOfSections(declaration: ListingDeclaration & { name: PageOfSections }) {
  const { title: listingTitle, description: listingDescription } = declaration;
  const seed = { listingTitle, listingDescription, sharePicture: "", pageAddress: "" };
  return defineBlock({
    ...declared(declaration),
    fields: { ...listingFields, ...addressField(declaration), ...sectionsField(declaration.name) },
    seed: [{ ...seed, pageSections: "" }],
  });
}

function addressField({ name }: ListingDeclaration) {
  const usual = defaultAddresses[name];
  return {
    pageAddress: address("Address of the page", {
      optional: true,
      help: `For example /our-${wordsOf(name)}/. If empty, the address is ${usual}. ${usual} always opens this page too, and so do its earlier addresses while they are listed under Redirects.`,
    }),
  };
}

/** "sample-month" for `sampleMonth`. */
function wordsOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

const beforePage = "Search listing: ";

/** The name of the page of a search listing, such as "Pricing". */
export function pageOfListing({ title }: { readonly title: string }): string {
  const name = title.slice(beforePage.length);
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

function declared({ name, page }: { readonly name: string; readonly page: string }) {
  const path = `/listing-${wordsOf(name)}`;
  return {
    name: `listing-${wordsOf(name)}`,
    title: `${beforePage}${page}`,
    shape: "singleton",
    shownAs: "listing",
    labelField: "listingTitle",
    calls: [callsAt(path, `/add-listing-${wordsOf(name)}`)],
    screens: {
      list: ["/search-listings"],
      edit: [path],
      title: "Search and sharing",
      group: "Pages",
    },
    messages: { created: "Listing is Updated", updated: "Listing is Updated" },
    readBy: "everyone",
  } as const;
}

export const movableListings = {
  service: defineListingOfSections({
    name: "service",
    page: "services",
    title: "SEO services, from audit to monthly care · Furrow",
    description:
      "What Furrow does for a site: audit, keyword research, pages, monthly care, links and a report in plain words.",
  }),
  pricing: defineListingOfSections({
    name: "pricing",
    page: "pricing",
    title: "SEO plans and prices · Furrow",
    description:
      "SEO plans with fixed prices in dollars, and what each of them does for your site in a month. No long contract: stop after any month.",
  }),
  contact: defineListingOfSections({
    name: "contact",
    page: "contact",
    title: "Contact Us · Furrow",
    description: "Write to Furrow: a person answers, with a first opinion and no sales call.",
  }),
  check: defineListingOfSections({
    name: "check",
    page: "SEO check",
    title: "Free SEO check of your website · Furrow",
    description:
      "Enter your address and see the three faults that cost your website most, with the place in the source and how to fix them. Free, in ten seconds.",
  }),
  articles: defineListing({
    name: "articles",
    page: "articles",
    title: "Articles about search · Furrow",
    description:
      "What we learn from the websites that we tend: how search engines read a page, and what brings people to it.",
  }),
  sampleMonth: defineListing({
    name: "sampleMonth",
    page: "sample month report",
    title: "A sample month report · Furrow",
    description:
      "What a month of SEO work looks like on one page: what was done, what changed, the numbers with their sources, and what comes next.",
  }),
  sampleDelivery: defineListing({
    name: "sampleDelivery",
    page: "sample delivery",
    title: "A sample delivery with its proofs · Furrow",
    description:
      "Each point that a plan promises, with the proof that it was done: pages, numbers and faults that a second check finds fixed.",
  }),
  sampleCheck: defineListing({
    name: "sampleCheck",
    page: "sample check result",
    title: "A sample result of the SEO check · Furrow",
    description:
      "What the free check finds on a small website: the faults that cost most, their lines in the source, and how to fix them.",
  }),
  privacy: defineListing({
    name: "privacy",
    page: "privacy policy",
    title: "Privacy policy · Furrow",
    description: "What is kept about you, why, and for how long.",
  }),
  terms: defineListing({
    name: "terms",
    page: "terms",
    title: "Terms of service · Furrow",
    description: "What you order, what it costs, and what both sides can count on.",
  }),
  refunds: defineListing({
    name: "refunds",
    page: "refund policy",
    title: "Refund policy · Furrow",
    description: "When an order is paid back, how to ask for it, and how long it takes.",
  }),
} as const;

export const listings = {
  home: defineBlock({
    ...declared({ name: "home", page: "home" }),
    fields: { ...listingFields, ...sectionsField("home") },
    seed: [
      {
        listingTitle: "Furrow · SEO in packages for small companies",
        listingDescription:
          "SEO for small companies and startups, in plans with fixed prices: the right pages, sown well and tended every month.",
        sharePicture: "",
        pageSections: "",
      },
    ],
  }),
  ...movableListings,
} as const;
