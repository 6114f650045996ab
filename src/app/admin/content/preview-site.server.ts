import type { Services } from "../../../compose.ts";
import { readSiteContent } from "../../../content/content-store.server.ts";
import type { SiteContent } from "../../../content/site-content.ts";
import { pictureFactsFor } from "../../../media/picture-facts.server.ts";
import type { FactsByAddress } from "../../../media/picture-file.ts";

/** The ground of every preview: what the site will say once every draft is published. */
export interface PreviewSite {
  readonly site: SiteContent;
  readonly pictures: FactsByAddress;
}

export async function readPreviewSite({ database }: Services): Promise<PreviewSite> {
  const site = await readSiteContent(database.read, { withDrafts: true });
  return { site, pictures: await pictureFactsFor(database.read, site) };
}
