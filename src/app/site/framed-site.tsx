import type { ReactNode } from "react";
import { useLocation, useMatches } from "react-router";
import type { SiteContent } from "#content/model/site-content.ts";
import { lookOf } from "#look/look.ts";
import { addressOf, isThere, publicPageNames } from "#seo/public-pages.ts";
import { offerIn } from "../document/offer-links.ts";
import type { RouteHandle } from "../root.tsx";
import { LookProvider } from "../ui/look-context.ts";
import { UploadedPictures } from "../ui/pictures/picture.tsx";
import { PriceNoteProvider } from "../ui/price-note.ts";
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
  const offer = offerIn(`http://site${useLocation().search}`);
  const { site, business, pictures, viewer, view, path, testPayments, panel } = data;
  if (panel !== null) {
    return (
      <LookProvider value={lookOf(site.look)}>
        <PanelFrame places={panel} businessName={business.name} email={viewer.email ?? ""}>
          {children}
        </PanelFrame>
      </LookProvider>
    );
  }
  return (
    <UploadedPictures value={pictures}>
      <PriceNoteProvider value={data.priceNote}>
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
              {offer !== "" && !quiet && <OfferNotice offer={offer} />}
            </>
          }
        >
          {children}
        </SiteFrame>
      </PriceNoteProvider>
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

/**
 * The coupon of the address, which the links of the page keep. Whether it counts is said in the
 * order form, where guesses are limited.
 */
function OfferNotice({ offer }: { offer: string }) {
  useSheet(framedSiteSheet);
  return (
    <aside className="offer-notice" aria-label="Coupon">
      <p>Your coupon {offer} comes along: the order form shows what it takes off.</p>
    </aside>
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
