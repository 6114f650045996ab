import type { Services } from "../../../compose.ts";
import { readSiteContent } from "../../../content/content-store.server.ts";
import type { SiteContent } from "../../../content/site-content.ts";

/** What the site will say once every draft is published: the ground of every preview. */
export function readPreviewSite({ database }: Services): Promise<SiteContent> {
  return readSiteContent(database.read, { withDrafts: true });
}
