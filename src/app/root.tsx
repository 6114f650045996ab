import { lazy } from "react";
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useMatches } from "react-router";
import { logo } from "#content/blocks/logo.ts";
import { look } from "#content/blocks/look.ts";
import { readSingletons } from "#content/records/content-store.server.ts";
import { drawsField } from "#look/look.ts";
import { type PageIcons, pageIcons } from "#seo/icon-of.ts";
import { readNameForPages } from "#settings/business.server.ts";
import type { Route } from "./+types/root";
import { appContext } from "./app-context.server.ts";
import siteSheet from "./ui/styles/site.css?sheet";
import { useSheet } from "./ui/styles/style-sheets.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const { nonce, services } = app;
  const { configuration, database } = services;
  const [published, ofLogo] = await readSingletons(database.read, [look, logo]);
  // The loader of the site may have set the look with drafts.
  app.look ??= published;
  const businessName = await readNameForPages(configuration, database.read);
  const icons = pageIcons({ logo: ofLogo, look: published, name: businessName });
  return { nonce, businessName, icons, hasDrawings: drawsField(app.look) };
}

type RootData = Awaited<ReturnType<typeof loader>>;

/** Loaded lazily, because the panel does not need the error page of the site. */
const SiteError = lazy(() => import("./site/site-error.tsx"));

/**
 * Never reloads the nonce: the nonce of the loaded document stays valid after navigations of the
 * client router.
 */
export function shouldRevalidate() {
  return false;
}

export default function Root() {
  return <Outlet />;
}

/**
 * Only routes whose handle has `hydrate` load React and the router. Public pages work without these
 * scripts.
 */
export function Layout({ children }: { children: React.ReactNode }) {
  const matches = useMatches();
  // Once a browser has hydrated the app, the app stays hydrated, even after a failed response.
  const hydrate =
    typeof document !== "undefined" ||
    matches.some(({ handle, loaderData }) => isHydrated(handle, loaderData));
  const root = matches[0]?.loaderData as Partial<RootData> | undefined;
  const nonce = root?.nonce;
  return (
    <html lang="en" {...(hydrate ? { "data-mantine-color-scheme": "light" } : {})}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {root?.icons && <SiteIcons {...root.icons} />}
        <Meta />
        <Links />
        {hydrate ? null : <SiteStyles />}
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

function SiteStyles() {
  useSheet(siteSheet);
  return (
    <>
      {/* Delays the first paint until the header is complete, so its parts do not move. */}
      <link rel="expect" href="#content" blocking="render" />
      {/* `entry.server.tsx` puts the style sheets of the page in place of this element. */}
      <style />
    </>
  );
}

function SiteIcons({ tab, touch }: PageIcons) {
  return (
    <>
      <link rel="icon" {...tab} />
      <link rel="apple-touch-icon" href={touch} />
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <SiteError error={error} />;
}

/** An entry of the breadcrumb. The entry of the current screen needs no path. */
export interface Crumb {
  readonly label: string;
  readonly path?: string;
}

/** Properties of a route that layouts, the server and the page cache read. */
export interface RouteHandle {
  /** Loads React in the browser. Public and customer pages work without React. */
  readonly hydrate?: boolean;
  /** A short footer, for pages with a single task. */
  readonly quiet?: boolean;
  /**
   * True for a page that depends only on the site's content. The page is rendered once each for
   * visitors, customers and admins, and cached. "without a query": cached only for requests without
   * query parameters.
   */
  readonly shared?: boolean | "without a query";
  /**
   * True for a public page that depends on its visitor as well. Public pages have the owner's custom
   * CSS; pages of accounts, orders and payments never have.
   */
  readonly ownCss?: boolean;
  /**
   * Entries of the breadcrumb after the dashboard. The last entry is the screen itself. A function
   * gets the data of the loader, or undefined after an error.
   */
  readonly breadcrumb?: readonly Crumb[] | ((loaderData: unknown) => readonly Crumb[]);
}

/** True for a public page, which depends only on the site's content or says so itself. */
export function takesOwnCss(handle: unknown): boolean {
  const { shared, ownCss } = (handle ?? {}) as RouteHandle;
  return shared === true || ownCss === true;
}

/** True when the route is hydrated. After a failed loader, the error page is not hydrated. */
export function isHydrated(handle: unknown, loaderData: unknown): boolean {
  return Boolean((handle as RouteHandle | undefined)?.hydrate) && loaderData !== undefined;
}
