/** Where to go after signing in, as the address carries it; not to be trusted before `localPathOr`. */
export function fromOf(request: Request): string | null {
  return new URL(request.url).searchParams.get("from");
}

/** In a return address: a form was sent from there by somebody who was signed out, and not taken. */
const unsent = "unsent";

/** Where signing in leads back to: what was asked for, or the page of the form that was sent. */
export function pathBackTo(request: Request): string {
  const { pathname, search } = new URL(request.url);
  const path = pathname + search;
  if (request.method !== "POST" || wasUnsent(path)) return path;
  return `${path}${search === "" ? "?" : "&"}${unsent}`;
}

/** Whether signing in has led back to the form that was not taken. */
export function wasUnsent(path: string): boolean {
  return new URLSearchParams(path.split("?")[1]).has(unsent);
}

/** What to tell whom logging in interrupts; null for who was asked for it before anything was done. */
export function whyLogIn(from: string | null): string | null {
  if (from === null) return null;
  if (from.startsWith("/received-payment/")) {
    return "Log in to see your payment. What you paid is not lost.";
  }
  if (!wasUnsent(from)) return null;
  return from.startsWith("/order-now/")
    ? "You were signed out, so nothing was ordered. Log in to go on with your order."
    : "You were signed out, so what you sent was not taken. Log in and send it again.";
}

/** A link that keeps where to go after signing in. */
export function withFrom(path: string, from: string | null): string {
  return from === null ? path : `${path}?from=${encodeURIComponent(from)}`;
}

export function cookieHeaders(cookies: readonly string[]): Headers {
  const headers = new Headers();
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  return headers;
}
