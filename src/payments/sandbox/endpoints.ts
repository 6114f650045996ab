import type { PaypalRestEndpoints } from "../paypal-rest/paypal-rest.ts";
import type { PaypalEndpoints } from "../paypal-standard/paypal-standard.ts";
import type { StripeEndpoints } from "../stripe/stripe.ts";

/** Path at which the server mounts the sandbox. */
export const sandboxRoot = "/sandbox";
/** Path of the sandbox's PayPal. */
export const sandboxPath = `${sandboxRoot}/paypal`;
export const webscrPath = "/cgi-bin/webscr";
/** Path of the approval page of the REST protocol. */
export const approvalPath = "/checkoutnow";

/** Path of the sandbox's Stripe, and of its payment page below. */
export const sandboxStripePath = `${sandboxRoot}/stripe`;
export const stripePagePath = "/pay";

/** Browsers reach the sandbox at `sandboxUrl`, and this process at `ownUrl`. */
export function sandboxEndpoints(sandboxUrl: string, ownUrl: string): PaypalEndpoints {
  return {
    checkoutUrl: `${sandboxUrl}${sandboxPath}${webscrPath}`,
    verifyUrl: `${ownUrl}${sandboxPath}${webscrPath}`,
  };
}

export function sandboxRestEndpoints(sandboxUrl: string, ownUrl: string): PaypalRestEndpoints {
  return {
    apiUrl: `${ownUrl}${sandboxPath}`,
    approvalOrigin: sandboxUrl,
    pagesUrl: `${sandboxUrl}${sandboxPath}`,
  };
}

export function sandboxStripeEndpoints(sandboxUrl: string, ownUrl: string): StripeEndpoints {
  return {
    apiUrl: `${ownUrl}${sandboxStripePath}`,
    checkoutOrigin: sandboxUrl,
    portalOrigin: sandboxUrl,
    dashboardUrl: `${sandboxUrl}${sandboxStripePath}`,
  };
}
