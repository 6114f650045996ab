import type { ReactNode } from "react";
import { useMatches } from "react-router";
import type { SiteContent } from "#content/model/site-content.ts";
import { addressOf, isThere, publicPageNames } from "#seo/public-pages.ts";
import type { RouteHandle } from "../root.tsx";
import { UploadedPictures } from "../ui/pictures/picture.tsx";
import { PanelFrame } from "../ui/site-frame/panel-frame.tsx";
import { SiteFrame } from "../ui/site-frame/site-frame.tsx";
import { useSheet } from "../ui/styles/style-sheets.ts";
import framedSiteSheet from "./framed-site.css?sheet";
import type { SiteData } from "./site-data.server.ts";
import type { SiteView } from "./site-view.ts";

/**
 * Speculation rules that let browsers prefetch public pages only, because a request for a public
 * page changes nothing.
 */
export function nextPageRules(site: SiteContent): string {
  const addresses = publicPageNames
    .filter((page) => isThere(site, page))
    .map((page) => addressOf(site, page));
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

export function FramedSite({ data, children }: { data: SiteData; children: ReactNode }) {
  const matches = useMatches();
  const quiet = matches.some((match) => (match.handle as RouteHandle | undefined)?.quiet);
  const withoutMenu = matches.some(
    ({ loaderData }) =>
      (loaderData as { withoutMenu?: boolean } | null | undefined)?.withoutMenu === true,
  );
  const { site, business, pictures, viewer, view, path, testPayments, panel } = data;
  if (panel !== null) {
    return (
      <PanelFrame places={panel} email={viewer.email ?? ""}>
        {children}
      </PanelFrame>
    );
  }
  return (
    <UploadedPictures value={pictures}>
      <SiteFrame
        site={site}
        businessName={business.name}
        viewer={viewer}
        quiet={quiet}
        withoutMenu={withoutMenu}
        note={
          <>
            {viewer.editsSite && <AdminBar view={view} path={path} />}
            {testPayments && <TestPaymentsNotice />}
          </>
        }
      >
        {children}
      </SiteFrame>
      {/* Not for editors, who could see a page that was prefetched before their edit. */}
      {!viewer.editsSite && <NextPages site={site} />}
    </UploadedPictures>
  );
}

const views: readonly { readonly view: SiteView; readonly label: string }[] = [
  { view: "visitor", label: "As visitors see it" },
  { view: "drafts", label: "With all drafts" },
  { view: "editing", label: "Click to edit" },
];

function AdminBar({ view, path }: { view: SiteView; path: string }) {
  useSheet(framedSiteSheet);
  return (
    <nav className="admin-bar" aria-label="View of the site">
      <ul>
        {views.map((each) => (
          <li key={each.view}>
            <a
              href={`/admin/view-site?as=${each.view}&to=${encodeURIComponent(path)}`}
              aria-current={each.view === view ? "true" : undefined}
            >
              {each.label}
            </a>
          </li>
        ))}
      </ul>
      <ul>
        {view !== "visitor" && (
          <li className="admin-bar__note">Drafts are shown. Visitors do not see them.</li>
        )}
        {view === "editing" && (
          <li>
            <a href={`/admin/view-site?as=visitor&to=${encodeURIComponent(path)}`}>Stop editing</a>
          </li>
        )}
        <li>
          <a href="/drafts">Drafts</a>
        </li>
        <li>
          <a href="/admin">Panel</a>
        </li>
      </ul>
    </nav>
  );
}

function TestPaymentsNotice() {
  useSheet(framedSiteSheet);
  return (
    <aside className="test-payments" aria-label="Test payments">
      <p>Test mode: payments are simulated. No money is charged.</p>
    </aside>
  );
}
