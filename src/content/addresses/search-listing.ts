import { type Block, defineBlock } from "../model/define.ts";
import { address, image, paragraph, text } from "../model/fields.ts";
import { defaultAddresses } from "./default-addresses.ts";

/** What a search result shows of a longer text is cut off, at about these lengths. */
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

/** How a page presents itself in search results and where it is shared. */
export type ListingBlock = Block<typeof listingFields, "singleton", "everyone">;

interface ListingDeclaration<Name extends keyof typeof defaultAddresses> {
  /** Part of the block's key and of its paths; never changes once released. */
  readonly name: Name;
  /** What the owner calls the page. */
  readonly page: string;
  readonly title: string;
  readonly description: string;
}

/** Of the page that stays where it is. */
export function defineHomeListing(declaration: ListingDeclaration<"home">) {
  const { title: listingTitle, description: listingDescription } = declaration;
  return defineBlock({
    ...declared(declaration),
    fields: listingFields,
    seed: [{ listingTitle, listingDescription, sharePicture: "" }],
  });
}

/** Of a page that its owner may move to another address. */
export function defineListing(
  declaration: ListingDeclaration<Exclude<keyof typeof defaultAddresses, "home">>,
) {
  const { name, title: listingTitle, description: listingDescription } = declaration;
  const usual = defaultAddresses[name];
  return defineBlock({
    ...declared(declaration),
    fields: {
      ...listingFields,
      pageAddress: address("Address of the page", {
        optional: true,
        help: `Such as /our-${name}/; left empty, it is ${usual}. Earlier addresses lead here by themselves (301): ${usual} always, others for as long as they stand under Redirects.`,
      }),
    },
    seed: [{ listingTitle, listingDescription, sharePicture: "", pageAddress: "" }],
  });
}

function declared({ name, page }: { readonly name: string; readonly page: string }) {
  const path = `/listing-${name}`;
  return {
    name: `listing-${name}`,
    title: `In search: ${page}`,
    shape: "singleton",
    shownAs: "listing",
    labelField: "listingTitle",
    calls: [{ list: [path], read: path, create: `/add-listing-${name}`, update: path }],
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
