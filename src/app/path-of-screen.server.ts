import { isOwnOrigin } from "../platform/origins.ts";

const ofScripts = ".data";

/** Whether the browser's router asks, for the data of a route, rather than the browser for a page. */
export function isAskedByScript(request: Request): boolean {
  return new URL(request.url).pathname.endsWith(ofScripts);
}

/**
 * The address of the screen on which a script asks: the page that it runs on, since what it asks for may
 * be no screen, and only without one the route it asks about.
 */
export function pathOfScreen(request: Request, publicUrl: string): string {
  const referer = request.headers.get("referer");
  if (referer !== null && URL.canParse(referer)) {
    const { origin, pathname, search } = new URL(referer);
    if (isOwnOrigin(origin, publicUrl)) return pathname + search;
  }
  const asked = new URL(request.url);
  asked.searchParams.delete("_routes");
  return asked.pathname.slice(0, -ofScripts.length).replace(/\/_$/, "/") + asked.search;
}
