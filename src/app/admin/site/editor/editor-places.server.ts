import { type PageSection, pageSections } from "#app/landing/page-sections.tsx";
import { type Blocks, blocks } from "#content/model/blocks.ts";
import type { Block } from "#content/model/define.ts";
import { listScreens } from "#content/model/screens.ts";
import type { SiteContent } from "#content/model/site-content.ts";
import { type PublicPage, publicPageNames, sampleTitles } from "#seo/public-pages.ts";

/**
 * A part of a page that is edited as a whole: a section, the header, the footer or the search
 * listing.
 */
export interface EditorPlace {
  readonly id: string;
  readonly title: string;
  /**
   * CSS selector of the element on the page; null for the search listing, which the page does not
   * show.
   */
  readonly selector: string | null;
  /** Keys of the blocks in the site content, the most important block first. */
  readonly keys: readonly (keyof Blocks & keyof SiteContent)[];
}

export interface EditorPage {
  readonly name: PublicPage;
  readonly title: string;
  readonly places: readonly EditorPlace[];
}

const header: EditorPlace = {
  id: "site-header",
  title: "Logo and header",
  selector: ".site-header",
  keys: ["logo", "headerMenu"],
};

const footer: EditorPlace = {
  id: "site-footer",
  title: "Footer",
  selector: ".site-footer",
  keys: [
    "footerAbout",
    "footerAddress",
    "footerSocial",
    "copyright",
    "footerMenu",
    "sectionTitles",
  ],
};

const pageTitles: Readonly<Record<PublicPage, string>> = {
  home: "Home",
  service: "Service",
  pricing: "Pricing",
  contact: "Contact",
  check: "SEO check",
  ...sampleTitles,
  privacy: "Privacy policy",
  terms: "Terms",
  refunds: "Refund policy",
};

const listingKeys = {
  home: "listingHome",
  service: "listingService",
  pricing: "listingPricing",
  contact: "listingContact",
  check: "listingCheck",
  sampleMonth: "listingSampleMonth",
  sampleDelivery: "listingSampleDelivery",
  sampleCheck: "listingSampleCheck",
  privacy: "listingPrivacy",
  terms: "listingTerms",
  refunds: "listingRefunds",
} as const satisfies Record<PublicPage, keyof Blocks>;

/** All public pages with their parts from top to bottom. */
export const editorPages: readonly EditorPage[] = publicPageNames.map((name) => ({
  name,
  title: pageTitles[name],
  places: [
    header,
    ...(pageSections[name] as readonly PageSection[]).map(placeOf),
    footer,
    {
      id: "search-listing",
      title: "In search results",
      selector: null,
      keys: [listingKeys[name]],
    },
  ],
}));

/** Returns the home page for an unknown name. */
export function editorPage(name: string | null): EditorPage {
  const page = editorPages.find((each) => each.name === name) ?? editorPages[0];
  if (page === undefined) throw new Error("The site has no page.");
  return page;
}

function placeOf({ id, blocks: keys }: PageSection): EditorPlace {
  return { id, keys, selector: `#${id}`, title: titleOf(id, keys) };
}

function titleOf(id: string, [first]: PageSection["blocks"]): string {
  if (id === "page-header") return "Page heading";
  if (first === undefined) return id;
  const { title }: Block = blocks[first];
  return (
    listScreens.find((screen) => screen.blocks.some((each) => each.title === title))?.title ?? title
  );
}
