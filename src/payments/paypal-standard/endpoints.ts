/** Where one environment of the provider is. Chosen by configuration, never by a message. */
export interface PaypalEndpoints {
  /** The browser posts the buy-now form here. */
  readonly checkoutUrl: string;
  /** We ask here whether a notification is genuine. */
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

/** Where notifications arrive, on the site's own origin. */
export const notifyPath = "/api/payments/paypal/ipn";
