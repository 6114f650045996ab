import { isOwnOrigin } from "../platform/origins.ts";

const ofScripts = ".data";

/** True for a data request of React Router's script in the panel. */
export function isAskedByScript(request: Request): boolean {
  return new URL(request.url).pathname.endsWith(ofScripts);
}

/**
 * Path of the screen whose script sent the request. Without a referrer of this site, the path of
 * the requested route.
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
