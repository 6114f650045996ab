/**
 * `headers` of a route with personal content: Back does not show it after signing out. Not for
 * empty forms, whose text browsers keep only together with the page.
 */
export const ownPageHeaders = () => ({ "Cache-Control": "private, no-store" });

/** `headers` of a route whose URL contains a token, which must not leak to other sites. */
export const tokenPageHeaders = () => ({ "Referrer-Policy": "same-origin" });

/** The token in the URL of a page that an email links to; "" without one. */
export function tokenOf(request: Request): string {
  return new URL(request.url).searchParams.get("token") ?? "";
}
