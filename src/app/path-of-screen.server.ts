import { isOwnOrigin } from "../platform/origins.ts";

const ofScripts = ".data";

/** Whether the browser's router asks, for the data of a route, rather than the browser for a page. */
export function isAskedByScript(request: Request): boolean {
  return new URL(request.url).pathname.endsWith(ofScripts);
}

/**
 * The address of the screen that a request is made from: what a script asks for may be no screen,
 * so there it is the page that the script runs on, and only without one the route it asks about.
 */
export function pathOfScreen(request: Request, publicUrl: string): string {
  const asked = new URL(request.url);
  if (!isAskedByScript(request)) return asked.pathname + asked.search;
  const referer = request.headers.get("referer");
  if (referer !== null && URL.canParse(referer)) {
    const { origin, pathname, search } = new URL(referer);
    if (isOwnOrigin(origin, publicUrl)) return pathname + search;
  }
  asked.searchParams.delete("_routes");
  return asked.pathname.slice(0, -ofScripts.length).replace(/\/_$/, "/") + asked.search;
}
