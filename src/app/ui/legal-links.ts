import type { SiteContent } from "../../content/site-content.ts";

export interface LegalLink {
  readonly href: string;
  readonly title: string;
}

const all = ["/privacy", "/terms", "/refunds"] as const;

type LegalPath = (typeof all)[number];

/** Of these legal pages, those that there are. */
export function legalLinks(site: SiteContent, paths: readonly LegalPath[] = all): LegalLink[] {
  const pages = {
    "/privacy": site.privacyPolicy,
    "/terms": site.terms,
    "/refunds": site.refundPolicy,
  };
  return paths.flatMap((href) => {
    const title = pages[href]?.legalTitle;
    return title === undefined ? [] : [{ href, title }];
  });
}
