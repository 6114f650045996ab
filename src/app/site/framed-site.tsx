import type { ReactNode } from "react";
import { useMatches } from "react-router";
import type { RouteHandle } from "../route-handle.ts";
import { UploadedPictures } from "../ui/pictures/uploaded-pictures.tsx";
import { AdminBar } from "../ui/site-frame/admin-bar.tsx";
import { SiteFrame } from "../ui/site-frame/site-frame.tsx";
import { TestPaymentsNotice } from "../ui/site-frame/test-payments-notice.tsx";
import { NextPages } from "./next-pages.tsx";
import type { SiteData } from "./site-data.server.ts";

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
