import { lazy } from "react";
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useMatches } from "react-router";
import type { Route } from "./+types/root";
import { appContext } from "./app-context.server.ts";
import type { SiteData } from "./site/site-data.server.ts";

export function loader({ context }: Route.LoaderArgs) {
  return { nonce: context.get(appContext).nonce };
}

/** Rendered by the server; the panel in a browser does not need it. */
const SiteError = lazy(() => import("./site/site-error.tsx"));

/** The nonce belongs to the loaded document, not to later navigations. */
export function shouldRevalidate() {
  return false;
}

export default function Root() {
  return <Outlet />;
}

/** Public pages need no scripts. Only routes whose handle has `hydrate` load the framework. */
export function Layout({ children }: { children: React.ReactNode }) {
  const matches = useMatches();
  // The app stays hydrated in a browser that has hydrated it, also after a failed response.
  const hydrate =
    typeof document !== "undefined" ||
    matches.some(({ handle, loaderData }) => isHydrated(handle, loaderData));
  const nonce = (matches[0]?.loaderData as { nonce?: string } | undefined)?.nonce;
  return (
    <html lang="en" {...(hydrate ? { "data-mantine-color-scheme": "light" } : {})}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <SiteIcons logo={logoIn(matches)} />
        <Meta />
        <Links />
        {hydrate ? null : (
          // `entry.server.tsx` fills it with the page's styles.
          <style />
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

/** The owner's logo, or the default icon. */
function SiteIcons({ logo }: { logo: string | undefined }) {
  return (
    <>
      {logo?.startsWith("/media/") ? (
        <link rel="icon" href="/icons/192.png" type="image/png" />
      ) : (
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      )}
      <link rel="apple-touch-icon" href="/icons/180.png" />
    </>
  );
}

function logoIn(matches: ReturnType<typeof useMatches>): string | undefined {
  const layout = matches.find(({ id }) => id === "site-layout");
  return (layout?.loaderData as SiteData | undefined)?.site.logo?.logo;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <SiteError error={error} />;
}

/** An entry of the breadcrumb; the current screen needs no path. */
export interface Crumb {
  readonly label: string;
  readonly path?: string;
}

/** Properties of a route for its layouts. */
export interface RouteHandle {
  /** Hydrates the route. Only with a reason: public pages do without. */
  readonly hydrate?: boolean;
  /** A short footer, for pages with a single task. */
  readonly quiet?: boolean;
  /**
   * A page that is the same for all visitors, all customers and all admins, so it is rendered once
   * for each: made from the site's content and nothing in the request. "without a query": shared
   * only without query parameters.
   */
  readonly shared?: boolean | "without a query";
  /**
   * Breadcrumb of the screen below the dashboard; the last entry is the screen. A function gets the
   * loader's data, or undefined after an error.
   */
  readonly breadcrumb?: readonly Crumb[] | ((loaderData: unknown) => readonly Crumb[]);
}

/** True when a matched route is hydrated. After a failed loader the error page is not hydrated. */
export function isHydrated(handle: unknown, loaderData: unknown): boolean {
  return Boolean((handle as RouteHandle | undefined)?.hydrate) && loaderData !== undefined;
}
