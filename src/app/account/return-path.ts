import type { Actor } from "#policy/actor.ts";
import { may } from "#policy/rights.ts";

/** The unchecked return path in the URL; pass it to `localPathOr` before a redirect. */
export function fromOf(request: Request): string | null {
  return new URL(request.url).searchParams.get("from");
}

/** Marks a return path to a form that was submitted after the session had ended. */
const unsent = "unsent";

/** Marks the return path of a customer who left the provider's checkout without paying. */
const left = "left";

/**
 * Path to return to after signing in: the requested page, or the page of the submitted form. The
 * cancel link's token is left out, so that `/order-cancelled/` asks before it cancels: after a
 * login, the visitor may have changed their mind or be another person.
 */
export function pathBackTo(request: Request): string {
  const { pathname, search, searchParams } = new URL(request.url);
  // No other page has this parameter, and the address can be spelled in many ways.
  if (searchParams.has("proof")) return `${pathname}?${left}`;
  const path = pathname + search;
  if (request.method !== "POST" || wasUnsent(path)) return path;
  return `${path}${search === "" ? "?" : "&"}${unsent}`;
}

/** True when the path leads back to a form that was submitted after the session had ended. */
export function wasUnsent(path: string): boolean {
  return new URLSearchParams(path.split("?")[1]).has(unsent);
}

/** True when the path leads back to an order whose checkout the customer left without paying. */
export function hasLeft(path: string): boolean {
  return new URLSearchParams(path.split("?")[1]).has(left);
}

/** Notice for a visitor whose action the login interrupts; null when it interrupts no action. */
export function whyLogIn(from: string | null): string | null {
  if (from === null) return null;
  if (from.startsWith("/received-payment/")) {
    return "Log in to see your payment. Your money is safe.";
  }
  if (from.startsWith("/order-cancelled/") && hasLeft(from)) {
    return "You left before paying. Your order is still open: log in to pay or to cancel it.";
  }
  if (from.startsWith("/pay-now/") && hasLeft(from)) {
    return "You left before paying. Your order is still open: log in to pay for it.";
  }
  if (from.startsWith("/verify-address?")) {
    return "Log in to confirm your email address. Use the account that the email was sent to.";
  }
  if (!wasUnsent(from)) return null;
  if (from.startsWith("/pay-now/")) {
    return "You were signed out, so no payment was made. Log in to continue.";
  }
  return "You were signed out, so the form was not sent. Log in and send it again.";
}

/** First page after a sign-in without a return path. */
export function homeOf(actor: Actor): string {
  return may(actor, "open the admin panel") ? "/admin" : "/dashboard";
}

export function withFrom(path: string, from: string | null): string {
  return from === null ? path : `${path}?from=${encodeURIComponent(from)}`;
}

export function cookieHeaders(cookies: readonly string[]): Headers {
  const headers = new Headers();
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  return headers;
}
