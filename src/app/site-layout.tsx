import { Outlet, useRouteLoaderData } from "react-router";
import type { Route } from "./+types/site-layout";
import { FramedSite } from "./site/framed-site.tsx";
import { readSiteData } from "./site/site-data.server.ts";
import SiteError from "./site/site-error.tsx";
import { ErrorPage } from "./ui/customer/message-pages.tsx";
import { describeError } from "./ui/describe-error.ts";

export function loader({ context, request }: Route.LoaderArgs) {
  return readSiteData(context, request);
}

/** Data of the site's layout route. Throws outside that layout. */
export function useSite() {
  const data = useRouteLoaderData<typeof loader>("site-layout");
  if (data === undefined) throw new Error("useSite was called outside the site's layout.");
  return data;
}

export function usePage() {
  const { site, articles, view, path } = useSite();
  return {
    site,
    articles,
    editedPath: view === "editing" ? path : undefined,
    isForTeam: view !== "visitor",
  };
}

export default function SiteLayout({ loaderData }: Route.ComponentProps) {
  return (
    <FramedSite data={loaderData}>
      <Outlet />
    </FramedSite>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const data = useRouteLoaderData<typeof loader>("site-layout");
  if (data === undefined) return <SiteError error={error} />;
  return (
    <FramedSite data={data}>
      <ErrorPage {...describeError(error)} />
    </FramedSite>
  );
}
