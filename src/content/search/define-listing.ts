import { type Block, defineBlock } from "../define.ts";
import { image, paragraph, text } from "../fields.ts";

/** What a search result shows of a longer text is cut off, at about these lengths. */
export const shownInResults = { title: 60, description: 155 } as const;

const listingFields = {
  listingTitle: text("Title", {
    maxLength: 120,
    help: `Search results show about ${shownInResults.title} characters.`,
  }),
  listingDescription: paragraph("Description", {
    maxLength: 320,
    help: `What a searcher finds here. Search results show about ${shownInResults.description} characters.`,
  }),
  sharePicture: image("Picture when shared", {
    optional: true,
    help: "1200 by 630 pixels. Left empty, the site draws one with the title on it.",
  }),
};

/** How a page presents itself in search results and where it is shared. */
export type ListingBlock = Block<typeof listingFields, "singleton", "everyone">;

interface ListingDeclaration {
  /** Kebab-case. Part of the block's key and of its paths; never changes once released. */
  readonly name: string;
  /** What the owner calls the page. */
  readonly page: string;
  readonly title: string;
  readonly description: string;
}

export function defineListing({
  name,
  page,
  title,
  description,
}: ListingDeclaration): ListingBlock {
  const path = `/listing-${name}`;
  return defineBlock({
    name: `listing-${name}`,
    title: `In search: ${page}`,
    shape: "singleton",
    shownAs: "listing",
    labelField: "listingTitle",
    fields: listingFields,
    calls: [{ list: [path], read: path, create: `/add-listing-${name}`, update: path }],
    screens: {
      list: ["/search-listings"],
      edit: [path],
      title: "Search and sharing",
      group: "Pages",
    },
    messages: { created: "Listing is Updated", updated: "Listing is Updated" },
    readBy: "everyone",
    seed: [{ listingTitle: title, listingDescription: description, sharePicture: "" }],
  });
}
