import { type PageSection, pageSections } from "#app/landing/page-sections.tsx";
import { defaultAddresses, listings } from "#content/addresses/listings.ts";
import type { EditableRecord } from "#content/drafts/editable-record.ts";
import type { Blocks } from "#content/model/blocks.ts";
import type { Block } from "#content/model/define.ts";
import type { SiteContent } from "#content/model/site-content.ts";
import { type PublicPage, publicPageNames, sampleTitles } from "#seo/public-pages.ts";
import { originalSection } from "../content/fields/sections/original-sections.ts";

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
  /** True for a section that the page came with; the others are around the sections. */
  readonly isOriginal?: boolean;
}

export interface EditorPage {
  /** Name of a page of the specification, or the id of a page's record. */
  readonly name: string;
  readonly title: string;
  /** Address of the page on the public site; "" while it has none. */
  readonly path: string;
  readonly places: readonly EditorPlace[];
  /** Where the list of the page's sections is kept; null for a page without such a list. */
  readonly form: PageForm | null;
}

interface PageForm {
  /** Name of the block. */
  readonly block: string;
  /** Id of the record; null for the only record of the block. */
  readonly id: string | null;
  /** Name of the field with the sections. */
  readonly sections: string;
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
  articles: "List of articles",
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
  articles: "listingArticles",
  sampleMonth: "listingSampleMonth",
  sampleDelivery: "listingSampleDelivery",
  sampleCheck: "listingSampleCheck",
  privacy: "listingPrivacy",
  terms: "listingTerms",
  refunds: "listingRefunds",
} as const satisfies Record<PublicPage, keyof Blocks>;

/** All pages of the specification with their parts from top to bottom. */
export const editorPages: readonly (EditorPage & { readonly name: PublicPage })[] =
  publicPageNames.map((name) => ({
    name,
    title: pageTitles[name],
    path: defaultAddresses[name],
    form: formOf(name),
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

function formOf(name: PublicPage): PageForm | null {
  const listing: Block = listings[name];
  if (listing.fields.pageSections === undefined) return null;
  return { block: listing.name, id: null, sections: "pageSections" };
}

export function editorPage(name: string): EditorPage | undefined {
  return editorPages.find((each) => each.name === name);
}

function placeOf(section: PageSection): EditorPlace {
  const { id, title } = originalSection(section);
  return { id, title, keys: section.blocks, selector: `#${id}`, isOriginal: true };
}

/** The places of a page or an article that the owner has added; its sections are in its form. */
export function ownEditorPage({ _id, block, label, values }: EditableRecord): EditorPage {
  return {
    name: _id,
    title: label,
    path: values.pageAddress ?? "",
    places: [header, footer],
    form: { block, id: _id, sections: "sections" },
  };
}
