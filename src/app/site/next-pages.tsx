import type { SiteContent } from "../../content/model/site-content.ts";
import { addressOf, publicPageNames } from "../../seo/public-pages.ts";

/**
 * Which links a browser may fetch ahead when they are about to be followed (speculation rules): the
 * public pages alone, because fetching one of them changes nothing and counts as nothing.
 */
export function nextPageRules(site: SiteContent): string {
  const addresses = publicPageNames.map((page) => addressOf(site, page));
  return JSON.stringify({
    prefetch: [{ where: { href_matches: addresses }, eagerness: "moderate" }],
  });
}

export function NextPages({ site }: { site: SiteContent }) {
  return (
    <script
      type="speculationrules"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own rules, which the page's policy knows by their hash
      dangerouslySetInnerHTML={{ __html: nextPageRules(site) }}
    />
  );
}
