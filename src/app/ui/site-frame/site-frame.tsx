import type { ReactNode } from "react";
import type { SiteContent } from "#content/model/site-content.ts";
import { lookOf } from "#look/look.ts";
import { menuOf } from "#seo/menu.ts";
import { Drawings } from "../drawings/drawings.tsx";
import { LookProvider } from "../look-context.ts";
import { SiteFooter } from "./site-footer.tsx";
import { SiteHeader, type Viewer } from "./site-header.tsx";
import { SkipLink } from "./skip-link.tsx";

interface SiteFrameProps {
  site: SiteContent;
  businessName: string;
  viewer: Viewer;
  children: ReactNode;
  note?: ReactNode;
  /** See `RouteHandle.quiet`. */
  quiet?: boolean;
  /** True on a landing page, whose header shows only the logo. */
  withoutMenu?: boolean;
}

export function SiteFrame({
  site,
  businessName,
  viewer,
  children,
  note,
  quiet = false,
  withoutMenu = false,
}: SiteFrameProps) {
  return (
    <LookProvider value={lookOf(site.look)}>
      <SkipLink />
      {/* Outside of the frame, which the owner's own rules may change. */}
      {note}
      <div className="site-frame">
        <Drawings />
        <SiteHeader
          site={site}
          businessName={businessName}
          viewer={viewer}
          quiet={quiet}
          withoutMenu={withoutMenu}
        />
        <main id="content" className="site-frame__main" tabIndex={-1}>
          {children}
        </main>
        <SiteFooter
          about={site.footerAbout}
          address={site.footerAddress}
          social={site.footerSocial}
          copyright={site.copyright}
          titles={site.sectionTitles}
          menu={menuOf(site, "footer")}
          quiet={quiet}
        />
      </div>
    </LookProvider>
  );
}
