/** URLs of one environment of the provider. Chosen by configuration, never by a notification. */
export interface PaypalEndpoints {
  /** Action URL of the buy-now form. */
  readonly checkoutUrl: string;
  /** URL that verifies notifications. */
  readonly verifyUrl: string;
}

export const paypalEndpoints = {
  live: {
    checkoutUrl: "https://www.paypal.com/cgi-bin/webscr",
    verifyUrl: "https://ipnpb.paypal.com/cgi-bin/webscr",
  },
  sandbox: {
    checkoutUrl: "https://www.sandbox.paypal.com/cgi-bin/webscr",
    verifyUrl: "https://ipnpb.sandbox.paypal.com/cgi-bin/webscr",
  },
} as const satisfies Record<string, PaypalEndpoints>;

/** Path of notifications on the site's own origin. */
export const notifyPath = "/api/payments/paypal/ipn";
