import type { Services } from "../../../compose.ts";
import { readSiteContent } from "../../../content/content-store.server.ts";
import type { SiteContent } from "../../../content/site-content.ts";
import { pictureFactsFor } from "../../../media/picture-facts.server.ts";
import type { FactsByAddress } from "../../../media/picture-file.ts";

/** The ground of every preview: what the site will say once every draft is published. */
export interface PreviewSite {
  readonly site: SiteContent;
  readonly pictures: FactsByAddress;
  /** The site's own. */
  readonly origin: string;
}

export async function readPreviewSite({ configuration, database }: Services): Promise<PreviewSite> {
  const site = await readSiteContent(database.read, { withDrafts: true });
  const pictures = await pictureFactsFor(database.read, site);
  return { site, pictures, origin: configuration.publicUrl };
}
