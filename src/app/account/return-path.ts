import { redirect } from "react-router";
import { type RequestHeaders, signIn } from "../../access/sessions/sign-in.ts";
import type { Services } from "../../compose.ts";

/** Where to go after signing in, as the address carries it; not to be trusted before `localPathOr`. */
export function fromOf(request: Request): string | null {
  return new URL(request.url).searchParams.get("from");
}

/** In a return address: a form was sent from there by somebody who was signed out, and not taken. */
const unsent = "unsent";

/** In a return address: the customer has left the provider without paying. */
const left = "left";

/**
 * Where signing in leads back to: what was asked for, or the page of the form that was sent. A page
 * that acts by itself because the provider sent the browser there asks first whom logging in has
 * interrupted: they may have thought again, or be somebody else.
 */
export function pathBackTo(request: Request): string {
  const { pathname, search, searchParams } = new URL(request.url);
  if (pathname.startsWith("/order-cancelled/") && searchParams.has("proof")) {
    return `${pathname}?${left}`;
  }
  const path = pathname + search;
  if (request.method !== "POST" || wasUnsent(path)) return path;
  return `${path}${search === "" ? "?" : "&"}${unsent}`;
}

/** Whether signing in has led back to the form that was not taken. */
export function wasUnsent(path: string): boolean {
  return new URLSearchParams(path.split("?")[1]).has(unsent);
}

/** Whether signing in has led back to the order whose payment was left. */
export function hasLeft(path: string): boolean {
  return new URLSearchParams(path.split("?")[1]).has(left);
}

/** What to tell whom logging in interrupts; null for who was asked for it before anything was done. */
export function whyLogIn(from: string | null): string | null {
  if (from === null) return null;
  if (from.startsWith("/received-payment/")) {
    return "Log in to see your payment. What you paid is not lost.";
  }
  if (from.startsWith("/order-cancelled/") && hasLeft(from)) {
    return "You left before paying, and your order is still open. Log in to cancel it, or to pay.";
  }
  if (from.startsWith("/verify-address?")) {
    return "Log in to confirm your address: with the account that the mail is about.";
  }
  if (!wasUnsent(from)) return null;
  if (from.startsWith("/pay-now/")) {
    return "You were signed out, so nothing was paid. Log in to go on with your payment.";
  }
  return "You were signed out, so what you sent was not taken. Log in and send it again.";
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

/**
 * Where an admin goes who has just set a password: into the panel, or to the login where signing in
 * fails. The password stands already, and the form could not be sent again.
 */
export async function enterPanel(
  { access, log }: Services,
  headers: RequestHeaders,
  credentials: { readonly email: string; readonly password: string },
): Promise<Response> {
  try {
    const { cookies } = await signIn(access, headers, credentials);
    return redirect("/admin", { status: 303, headers: cookieHeaders(cookies) });
  } catch (err) {
    log.warn({ err }, "a password was set, and signing in with it failed");
    return redirect("/login?from=%2Fadmin", 303);
  }
}
