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
 * Which links a browser may fetch ahead when they are about to be followed (speculation rules): the
 * public pages alone, because fetching one of them changes nothing and counts as nothing.
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
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own rules, which the page's policy knows by their hash
      dangerouslySetInnerHTML={{ __html: nextPageRules(site) }}
    />
  );
}

/** A page of the site in its frame; what admins see above it is there for nobody else. */
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
      {/* Whoever edits the site is to see it as it is, and not as it was when a link was pointed at. */}
      {!viewer.isAdmin && <NextPages site={site} />}
    </UploadedPictures>
  );
}
