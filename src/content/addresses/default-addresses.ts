/**
 * Every page that people may find by search, and where it is unless its owner has moved it. That
 * address always leads to the page.
 */
export const defaultAddresses = {
  home: "/",
  service: "/service/",
  pricing: "/pricing/",
  contact: "/contact",
  privacy: "/privacy",
  terms: "/terms",
  refunds: "/refunds",
} as const;
