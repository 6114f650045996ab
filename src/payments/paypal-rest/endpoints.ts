/** Where one environment of the provider is. Chosen by configuration, never by a message. */
export interface PaypalRestEndpoints {
  /** What our own calls are below. */
  readonly apiUrl: string;
  /** Where the customer's browser is sent to approve; nowhere else, whatever an answer says. */
  readonly approvalOrigin: string;
}

export const paypalRestEndpoints = {
  live: { apiUrl: "https://api-m.paypal.com", approvalOrigin: "https://www.paypal.com" },
  sandbox: {
    apiUrl: "https://api-m.sandbox.paypal.com",
    approvalOrigin: "https://www.sandbox.paypal.com",
  },
} as const satisfies Record<string, PaypalRestEndpoints>;

/** The account at the provider. */
export interface PaypalCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Of the webhook that is registered for this site: a signature is for one webhook only. */
  readonly webhookId: string;
}

/** Where webhooks arrive, on the site's own origin. */
export const webhookPath = "/api/payments/paypal/webhook";
