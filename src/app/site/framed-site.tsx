import type { ReactNode } from "react";
import { useMatches } from "react-router";
import type { SiteContent } from "../../content/model/site-content.ts";
import { addressOf, publicPageNames } from "../../seo/public-pages.ts";
import type { RouteHandle } from "../route-handle.ts";
import { UploadedPictures } from "../ui/pictures/picture.tsx";
import { AdminBar } from "../ui/site-frame/admin-bar.tsx";
import { SiteFrame } from "../ui/site-frame/site-frame.tsx";
import { TestPaymentsNotice } from "../ui/site-frame/test-payments-notice.tsx";
import type { SiteData } from "./site-data.server.ts";

/**
 * Speculation rules: browsers may prefetch only public pages, because fetching one changes and
 * counts nothing.
 */
export function nextPageRules(site: SiteContent): string {
  const addresses = publicPageNames.map((page) => addressOf(site, page));
  return JSON.stringify({
    prefetch: [{ where: { href_matches: addresses }, eagerness: "moderate" }],
  });
}

function NextPages({ site }: { site: SiteContent }) {
  return (
    <script
      type="speculationrules"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own rules, allowed by their hash in the page's policy
      dangerouslySetInnerHTML={{ __html: nextPageRules(site) }}
    />
  );
}

/** A page of the site in its frame, with the admin bar for admins. */
export function FramedSite({ data, children }: { data: SiteData; children: ReactNode }) {
  const quiet = useMatches().some((match) => (match.handle as RouteHandle | undefined)?.quiet);
  const { site, pictures, viewer, view, path, testPayments } = data;
  return (
    <UploadedPictures value={pictures}>
      <SiteFrame
        site={site}
        viewer={viewer}
        quiet={quiet}
        note={
          <>
            {viewer.isAdmin && <AdminBar view={view} path={path} />}
            {testPayments && <TestPaymentsNotice />}
          </>
        }
      >
        {children}
      </SiteFrame>
      {/* Not for admins: a prefetched page could show the site from before an edit. */}
      {!viewer.isAdmin && <NextPages site={site} />}
    </UploadedPictures>
  );
}
