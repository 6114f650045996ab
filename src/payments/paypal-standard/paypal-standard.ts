import { AppError } from "#platform/errors.ts";
import { amountFromCents } from "#platform/money.ts";
import type { PaymentAttempt } from "../attempts/payment-attempt-store.server.ts";
import type { Checkout, PaymentProvider } from "../payment-provider.ts";
import { decodeForm, readNotification } from "./read-notification.ts";

/**
 * URLs of one environment of PayPal. The configuration chooses the environment, because a
 * notification that names an environment can be forged.
 */
export interface PaypalEndpoints {
  readonly checkoutUrl: string;
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

/** Path on the site's own origin to which PayPal sends notifications. */
export const notifyPath = "/api/payments/paypal/ipn";

const longestItemName = 127;

/**
 * Fields of a buy-now checkout, after PayPal's "HTML Form Basics for PayPal Payments Standard".
 * Customers can edit every field, so notifications are compared with the stored attempt.
 */
function buyNowForm(
  attempt: PaymentAttempt,
  checkout: Checkout,
  notifyUrl: string,
): readonly (readonly [string, string])[] {
  return [
    ["cmd", "_xclick"],
    ["business", attempt.receiver],
    ["item_name", checkout.description.slice(0, longestItemName).toWellFormed()],
    ["item_number", "1"],
    ["amount", amountFromCents(attempt.amountCents)],
    ["no_shipping", "1"],
    ["currency_code", attempt.currency],
    ["invoice", attempt.orderReference],
    ["custom", attempt.id],
    ["notify_url", notifyUrl],
    ["return", checkout.returnUrl],
    ["cancel_return", checkout.cancelUrl],
    // 1 makes the return a GET, because a cross-site POST would arrive without the session cookie.
    ["rm", "1"],
    ["charset", "utf-8"],
  ];
}

interface PaypalStandardOptions {
  readonly name: string;
  readonly endpoints: PaypalEndpoints;
  /**
   * True when real money moves. Test notifications then have no effect, and payments to the example
   * address are refused.
   */
  readonly isLive: boolean;
  readonly publicUrl: string;
  /** Path of the notifications. */
  readonly path?: string;
  readonly paymentAccount?: string;
  /** Receiver of new payments; by default the PayPal address of the site. */
  readonly receiver?: string;
}

/** PayPal Payments Standard: a buy-now form with Instant Payment Notifications. */
export function createPaypalStandard(options: PaypalStandardOptions): PaymentProvider {
  const { endpoints, isLive, path = notifyPath } = options;
  const refundPage = (transactionId: string) => {
    const page = new URL(endpoints.checkoutUrl);
    page.search = new URLSearchParams({ cmd: "_view-a-trans", id: transactionId }).toString();
    return page.href;
  };
  return {
    name: options.name,
    displayName: "PayPal",
    way: "paypal",
    isTest: !isLive,
    paymentAccount: options.paymentAccount ?? null,
    receiver: options.receiver ?? null,
    formTargets: [new URL(endpoints.checkoutUrl).origin],
    refusal({ isExample }) {
      if (!isLive || !isExample) return null;
      return "Payments are not set up yet: the PayPal address is still the example address.";
    },
    async startCheckout(attempt, checkout) {
      const fields = buyNowForm(attempt, checkout, `${options.publicUrl}${path}`);
      const handOff = { kind: "form", action: endpoints.checkoutUrl, fields } as const;
      return { handOff, known: null };
    },
    notifications: {
      path,
      mediaType: "application/x-www-form-urlencoded",
      headers: [],
    },
    readNotification,
    notificationFields: (raw) =>
      [...decodeForm(raw)].flatMap(([name, values]) =>
        values.map((value) => [name, value] as const),
      ),
    verify: ({ raw }, signal) => verifyPostback(endpoints.verifyUrl, raw, signal),
    sweep: null,
    capturing: null,
    subscriptions: null,
    refundPage,
    async refund({ transactionId }) {
      const page = refundPage(transactionId);
      const sentence = `Payments Standard refunds only by hand, at PayPal: ${page}`;
      throw new AppError("conflict", sentence);
    },
  };
}

const prefix = Buffer.from("cmd=_notify-validate&");
const timeoutMs = 10_000;
/** "VERIFIED" is the longer of the two valid responses. */
const longestAnswer = "VERIFIED".length;

/**
 * Sends the raw bytes of a notification back to PayPal, which answers VERIFIED or INVALID. Throws
 * for any other response, and when PayPal does not respond.
 */
export async function verifyPostback(
  verifyUrl: string,
  raw: Uint8Array,
  signal: AbortSignal,
): Promise<"verified" | "invalid"> {
  const response = await fetch(verifyUrl, {
    method: "POST",
    body: Buffer.concat([prefix, raw]),
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      "user-agent": "Furrow-IPN-Verification/1.0",
    },
    redirect: "manual",
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
  });
  const answer = await readStart(response);
  if (response.status === 200 && answer === "VERIFIED") return "verified";
  if (response.status === 200 && answer === "INVALID") return "invalid";
  throw new Error(`The verification answered ${response.status} and neither of its two words.`);
}

/** Stops reading once the body is longer than a valid response. */
async function readStart(response: Response): Promise<string> {
  let text = "";
  if (response.body === null) return text;
  for await (const chunk of response.body) {
    text += Buffer.from(chunk).toString("latin1");
    if (text.length > longestAnswer) break;
  }
  return text;
}
