import { type PageSection, pageSections } from "#app/landing/page-sections.tsx";
import type { Services } from "#compose.ts";
import { blocks } from "#content/model/blocks.ts";
import type { SiteContent } from "#content/model/site-content.ts";
import { readSiteContent } from "#content/records/content-store.server.ts";
import { pictureFactsFor } from "#media/picture-facts.server.ts";
import type { FactsByAddress } from "#media/picture-file.ts";
import type { Business } from "#platform/business.ts";
import { readBusiness } from "#settings/business.server.ts";

/** The site as if all drafts were published. */
export interface PreviewSite {
  readonly site: SiteContent;
  readonly business: Business;
  /** Keys of the site content by block name. */
  readonly keys: Readonly<Record<string, string>>;
  /** Names of the blocks that a section shows. */
  readonly inSections: readonly string[];
  readonly pictures: FactsByAddress;
  readonly origin: string;
}

const keys = Object.fromEntries(Object.entries(blocks).map(([key, { name }]) => [name, key]));
const sections: readonly PageSection[] = Object.values(pageSections).flat();
const shown = new Set(sections.flatMap((section) => section.blocks.map((key) => blocks[key].name)));
const inSections = [...shown];

export async function readPreviewSite({ configuration, database }: Services): Promise<PreviewSite> {
  const site = await readSiteContent(database.read, { withDrafts: true });
  const pictures = await pictureFactsFor(database.read, site);
  const business = await readBusiness(configuration, database.read);
  return { site, business, keys, inSections, pictures, origin: configuration.publicUrl };
}
