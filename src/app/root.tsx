import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useMatches,
} from "react-router";
import type { Route } from "./+types/root";
import { appContext } from "./app-context.server.ts";
import { FramedSite } from "./framed-site.tsx";
import { isHydrated } from "./route-handle.ts";
import type { SiteData } from "./site-data.server.ts";
import { describeError } from "./ui/describe-error.ts";
import { Drawings } from "./ui/drawings.tsx";
import { ErrorPage } from "./ui/error-page.tsx";
import siteCss from "./ui/site.css?inline";
import { BrandLink } from "./ui/site-header.tsx";

export function loader({ context }: Route.LoaderArgs) {
  return { nonce: context.get(appContext).nonce };
}

/** The nonce belongs to the document that was loaded, not to later navigations. */
export function shouldRevalidate() {
  return false;
}

export default function Root() {
  return <Outlet />;
}

/**
 * Public pages are complete without a script. Only routes whose handle says `hydrate` load the
 * framework, and with it React's hydration.
 */
export function Layout({ children }: { children: React.ReactNode }) {
  const matches = useMatches();
  const hydrate = matches.some(({ handle, loaderData }) => isHydrated(handle, loaderData));
  const nonce = (matches[0]?.loaderData as { nonce?: string } | undefined)?.nonce;
  return (
    <html lang="en" {...(hydrate ? { "data-mantine-color-scheme": "light" } : {})}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <Meta />
        <Links nonce={nonce} />
        {hydrate ? null : (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: our own style sheet, which the page's policy knows by its hash
          <style dangerouslySetInnerHTML={{ __html: siteCss }} />
        )}
      </head>
      <body>
        {children}
        {hydrate ? (
          <>
            <ScrollRestoration nonce={nonce} />
            <Scripts nonce={nonce} />
          </>
        ) : null}
      </body>
    </html>
  );
}

/** With what a refused panel gives it, in the site's frame; else where there is none to be had. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const page = <ErrorPage {...describeError(error)} />;
  const site = isRouteErrorResponse(error)
    ? (error.data as { site?: SiteData } | null)?.site
    : undefined;
  if (site) return <FramedSite data={site}>{page}</FramedSite>;
  return (
    <div className="site-frame">
      <Drawings />
      <header className="site-header">
        <div className="site-header__row">
          <BrandLink logo={undefined} />
        </div>
      </header>
      <main className="site-frame__main">{page}</main>
    </div>
  );
}
