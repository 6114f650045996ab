import type { MiddlewareHandler } from "hono";

/**
 * The most important browser features that the site never uses. Headers are not compressed and
 * share the first round trip of the landing page, so the list is short.
 */
const permissionsPolicy = ["camera", "geolocation", "microphone", "payment", "usb"]
  .map((feature) => `${feature}=()`)
  .join(", ");

/**
 * Sets the security headers of every response. A page brings its own Content-Security-Policy; any
 * other response gets a policy that forbids everything.
 */
export function setSecurityHeaders(headers: Headers, publicUrl: string): void {
  headers.set("X-Content-Type-Options", "nosniff");
  // A page that the panel frames sets this header itself.
  if (!headers.has("X-Frame-Options")) headers.set("X-Frame-Options", "DENY");
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  if (!headers.has("Referrer-Policy")) {
    headers.set("Referrer-Policy", "strict-origin-when-cross-origin");
  }
  if (!headers.has("Content-Security-Policy")) {
    headers.set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
  }
  headers.set("Permissions-Policy", permissionsPolicy);
  if (publicUrl.startsWith("https:")) headers.set("Strict-Transport-Security", "max-age=31536000");
}

/**
 * A response that sets a cookie, such as after a sign-in, clears the pages that the browser
 * prefetched with the old cookies. A response that deletes a cookie, such as at the end of a
 * session, also clears the pages that the Back button would show, including refused forms with
 * typed text.
 */
function forgetPagesOfOldCookies(headers: Headers): void {
  const cookies = headers.getSetCookie();
  if (cookies.length === 0) return;
  const isEnd = cookies.some((cookie) => /;\s*max-age=0(;|$)/i.test(cookie));
  const fetchedAhead = '"prefetchCache", "prerenderCache"';
  headers.set("Clear-Site-Data", isEnd ? `"cache", ${fetchedAhead}` : fetchedAhead);
}

export function securityHeaders(publicUrl: string): MiddlewareHandler {
  return async (context, next) => {
    await next();
    setSecurityHeaders(context.res.headers, publicUrl);
    forgetPagesOfOldCookies(context.res.headers);
  };
}
