import { lazy } from "react";
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useMatches } from "react-router";
import type { Route } from "./+types/root";
import { appContext } from "./app-context.server.ts";
import { isHydrated } from "./route-handle.ts";
import type { SiteData } from "./site/site-data.server.ts";

export function loader({ context }: Route.LoaderArgs) {
  return { nonce: context.get(appContext).nonce };
}

/** The server shows it; a browser that runs the panel has no use for it. */
const SiteError = lazy(() => import("./site/site-error.tsx"));

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
  // What runs in a browser was hydrated there, and stays so when a later answer fails.
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
        <Links nonce={nonce} />
        {hydrate ? null : (
          // `entry.server.tsx` fills it, when it knows what the page needs.
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

/** The owner's logo once they have put one in. */
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
