import type { DataRouter } from "react-router";

/**
 * Loads the screen of the address whenever the router shows another one. The router ends a
 * navigation with the old screen if a saved form finishes loading that screen again while the router
 * is still asking the server for the route of the new one.
 */
export function showScreenOfAddress(router: DataRouter): () => void {
  let corrected = "";
  return router.subscribe(({ navigation, location, matches }) => {
    const shown = matches.at(-1)?.pathname ?? "";
    if (navigation.state !== "idle" || isSamePath(shown, location.pathname)) return;
    // Once per navigation, because an address that the server does not know stays without a screen.
    if (location.key === corrected) return;
    corrected = location.key;
    void router.revalidate();
  });
}

function isSamePath(one: string, other: string): boolean {
  return plainPath(one) === plainPath(other);
}

/** The router decodes the paths of routes, but not of addresses. */
function plainPath(path: string): string {
  try {
    return decodeURIComponent(path).replace(/\/$/, "");
  } catch {
    return path;
  }
}
