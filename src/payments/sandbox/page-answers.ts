import type { Context } from "hono";
import {
  type CheckoutView,
  checkoutPage,
  farewellPage,
  faultPage,
  pagePolicy,
  refundNotePage,
} from "./checkout-page.ts";

/** `returnUrls` are the addresses of the shop at which the page's form may end. */
export function showCheckout(context: Context, view: CheckoutView, returnUrls: readonly string[]) {
  // Browsers hold the redirect back to the shop to form-action as well.
  setPageHeaders(
    context,
    returnUrls.map((address) => new URL(address).origin),
  );
  return context.html(checkoutPage(view));
}

export function showFarewell(context: Context) {
  setPageHeaders(context, []);
  return context.html(farewellPage());
}

export function showRefundNote(context: Context) {
  setPageHeaders(context, []);
  return context.html(refundNotePage());
}

export function showFault(context: Context, fault: string) {
  setPageHeaders(context, []);
  return context.html(faultPage(fault), 400);
}

function setPageHeaders(context: Context, formTargets: readonly string[]): void {
  context.header("Content-Security-Policy", pagePolicy(formTargets));
  context.header("Cache-Control", "no-store");
}
