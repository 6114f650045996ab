import { listings } from "#content/addresses/listings.ts";
import { blocks } from "#content/model/blocks.ts";
import type { ContentOfPages } from "#seo/index-now/note-changed-pages.server.ts";
import { publicPageNames } from "#seo/public-pages.ts";
import { type PageSection, pageSections } from "./page-sections.tsx";

const listingKeys = new Map(
  Object.entries(blocks).map(([key, block]) => [block.name, key as PageSection["blocks"][number]]),
);

/** The listing of each page, and the content of its sections. */
export const contentOfPages = Object.fromEntries(
  publicPageNames.map((page) => {
    const sections: readonly PageSection[] = pageSections[page];
    const shown = sections.flatMap(({ blocks: own, reads = [] }) => [...own, ...reads]);
    return [page, [listingKeys.get(listings[page].name), ...shown]];
  }),
) as unknown as ContentOfPages;
