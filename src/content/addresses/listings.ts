import { defineHomeListing, defineListing } from "./search-listing.ts";

/** Of every page that its owner may move to another address. */
export const movableListings = {
  service: defineListing({
    name: "service",
    page: "services",
    title: "SEO services, from audit to monthly care · Furrow",
    description:
      "What Furrow does for a site: audit, keyword research, pages, monthly care, links and a report in plain words.",
  }),
  pricing: defineListing({
    name: "pricing",
    page: "pricing",
    title: "SEO plans and prices · Furrow",
    description:
      "Three SEO plans with fixed prices in dollars, and what each of them does for your site in a month. No contract, nothing renews by itself.",
  }),
  contact: defineListing({
    name: "contact",
    page: "contact",
    title: "Contact Us · Furrow",
    description: "Write to Furrow: a person answers within one working day.",
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

/** Of every page that people may find by search. */
export const listings = {
  home: defineHomeListing({
    name: "home",
    page: "home",
    title: "Furrow · SEO in packages for small companies",
    description:
      "SEO for small companies and startups, in three plans with fixed prices: the right pages, sown well and tended every month.",
  }),
  ...movableListings,
} as const;
