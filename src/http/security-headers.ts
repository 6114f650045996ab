import type { MiddlewareHandler } from "hono";

/**
 * What the site never does, neither by itself nor by what somebody might get into a page. Not all that
 * there is: headers are not compressed, and share the landing page's first round trip.
 */
const permissionsPolicy = ["camera", "geolocation", "microphone", "payment", "usb"]
  .map((feature) => `${feature}=()`)
  .join(", ");

/**
 * Headers that hold for everything. Pages bring a Content-Security-Policy of their own; whatever
 * has none is not a page and gets one that allows nothing.
 */
export function setSecurityHeaders(headers: Headers, publicUrl: string): void {
  headers.set("X-Content-Type-Options", "nosniff");
  // A page that the panel shows in a frame says so itself.
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
 * What a browser has fetched ahead was made for the cookies that it had then: whoever signs in or
 * out meets no page of who they were before. Where a session ends, neither does Back: also not by a form
 * that was refused, which the browser keeps with what was typed.
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
