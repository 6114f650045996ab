/**
 * `headers` of a route with personal content, so that Back does not show the content after signing
 * out. Not for pages with an empty form: with `no-store`, Back would lose the text typed there.
 */
export const ownPageHeaders = () => ({ "Cache-Control": "private, no-store" });

/** `headers` of a route whose URL contains a token, which must not leak to other sites. */
export const tokenPageHeaders = () => ({ "Referrer-Policy": "same-origin" });

/** `headers` of the pages of a link that works without a login. */
export const linkPageHeaders = () => ({
  "Referrer-Policy": "no-referrer",
  "X-Robots-Tag": "noindex, nofollow",
  "Cache-Control": "private, no-store",
});

/** The token in the URL of a page that an email links to; "" if missing. */
export function tokenOf(request: Request): string {
  return new URL(request.url).searchParams.get("token") ?? "";
}
