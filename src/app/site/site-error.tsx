import { isRouteErrorResponse, useRouteLoaderData } from "react-router";
import { lookOf } from "#look/look.ts";
import { useBusinessName } from "../document/business-name.ts";
import type { loader } from "../root.tsx";
import { ErrorPage } from "../ui/customer/message-pages.tsx";
import { describeError } from "../ui/describe-error.ts";
import { Drawings } from "../ui/drawings/drawings.tsx";
import { LookProvider } from "../ui/look-context.ts";
import { BrandLink } from "../ui/site-frame/site-header.tsx";
import { SkipLink } from "../ui/site-frame/skip-link.tsx";
import { FramedSite } from "./framed-site.tsx";
import type { SiteData } from "./site-data.server.ts";

/**
 * The error page. It has the header and footer of the site if the error contains the site's data.
 */
export default function SiteError({ error }: { error: unknown }) {
  const name = useBusinessName();
  const hasDrawings = useHasDrawings();
  const page = <ErrorPage {...describeError(error)} />;
  const site = isRouteErrorResponse(error)
    ? (error.data as { site?: SiteData } | null)?.site
    : undefined;
  if (site) return <FramedSite data={site}>{page}</FramedSite>;
  return (
    <LookProvider value={{ ...lookOf(undefined), hasDrawings }}>
      <div className="site-frame">
        <SkipLink />
        <Drawings />
        <header className="site-header">
          <div className="site-header__row">
            <BrandLink logo={undefined} name={name} />
          </div>
        </header>
        <main id="content" className="site-frame__main" tabIndex={-1}>
          {page}
        </main>
      </div>
    </LookProvider>
  );
}

/** What the sheets of the page were chosen for; true while even the look could not be read. */
function useHasDrawings(): boolean {
  return useRouteLoaderData<typeof loader>("root")?.hasDrawings ?? true;
}
