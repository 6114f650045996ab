/** URLs of one environment of the provider. Chosen by configuration, never by a notification. */
export interface PaypalRestEndpoints {
  /** Base URL of our calls. */
  readonly apiUrl: string;
  /**
   * Origin where the customer approves. The browser is sent nowhere else, whatever a response says.
   */
  readonly approvalOrigin: string;
}

export const paypalRestEndpoints = {
  live: { apiUrl: "https://api-m.paypal.com", approvalOrigin: "https://www.paypal.com" },
  sandbox: {
    apiUrl: "https://api-m.sandbox.paypal.com",
    approvalOrigin: "https://www.sandbox.paypal.com",
  },
} as const satisfies Record<string, PaypalRestEndpoints>;

/** Credentials of the account at the provider. */
export interface PaypalCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Id of the webhook registered for this site; a signature is valid for one webhook only. */
  readonly webhookId: string;
}

/** Path of webhooks on the site's own origin. */
export const webhookPath = "/api/payments/paypal/webhook";
