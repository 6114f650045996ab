import { type PageSection, pageSections } from "#app/landing/page-sections.tsx";
import { listings } from "#content/addresses/listings.ts";
import { blocks } from "#content/model/blocks.ts";
import type { Block } from "#content/model/define.ts";
import { listScreens } from "#content/model/screens.ts";

/** A section that a page came with, for the lists of the panel. */
export interface OriginalSection extends Pick<PageSection, "id" | "isLater"> {
  readonly title: string;
}

export function originalSection({ id, isLater, blocks: keys }: PageSection): OriginalSection {
  return { id, isLater, title: titleOf(id, keys) };
}

function titleOf(id: string, [first]: PageSection["blocks"]): string {
  if (id === "page-header") return "Page heading";
  if (first === undefined) return id;
  const { title }: Block = blocks[first];
  return (
    listScreens.find((screen) => screen.blocks.some((each) => each.title === title))?.title ?? title
  );
}

/** Name of the page whose search listing a block is; null for any other block. */
export function pageOfListing(block: Block): keyof typeof listings | null {
  const entry = Object.entries(listings).find(([, { name }]) => name === block.name);
  return entry === undefined ? null : (entry[0] as keyof typeof listings);
}

/** Sections that the page of a search listing came with; none for any other block. */
export function originalSectionsOf(block: Block): readonly OriginalSection[] {
  const page = pageOfListing(block);
  if (page === null) return [];
  const sections: readonly PageSection[] = pageSections[page];
  return sections.map(originalSection);
}
