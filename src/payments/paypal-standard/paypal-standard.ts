import { AppError } from "../../platform/errors.ts";
import { amountFromCents } from "../../platform/money.ts";
import type { PaymentAttempt } from "../attempts/payment-attempt.ts";
import type { Checkout, PaymentProvider } from "../payment-provider.ts";
import { notifyPath, type PaypalEndpoints } from "./endpoints.ts";
import { decodeForm, readNotification } from "./read-notification.ts";
import { verifyPostback } from "./verify-postback.ts";

const longestItemName = 127;

/**
 * Fields of a buy-now checkout, after PayPal's "HTML Form Basics for PayPal Payments Standard".
 * Buyers can edit all of them, so notifications are compared with the stored attempt.
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
    // The return is a GET, because a cross-site POST would arrive without the session cookie.
    ["rm", "1"],
    ["charset", "utf-8"],
  ];
}

interface PaypalStandardOptions {
  readonly name: string;
  readonly displayName: string;
  readonly endpoints: PaypalEndpoints;
  /**
   * True when real money moves: test notifications have no effect, and the receiver must be real.
   */
  readonly isLive: boolean;
  /** The site's origin, where notifications arrive. */
  readonly publicUrl: string;
}

/** PayPal Payments Standard: a buy-now form with Instant Payment Notifications. */
export function createPaypalStandard(options: PaypalStandardOptions): PaymentProvider {
  const { endpoints, isLive } = options;
  const refundPage = (transactionId: string) => {
    const page = new URL(endpoints.checkoutUrl);
    page.search = new URLSearchParams({ cmd: "_view-a-trans", id: transactionId }).toString();
    return page.href;
  };
  return {
    name: options.name,
    displayName: options.displayName,
    isTest: !isLive,
    acceptsTestMessages: !isLive,
    formTargets: [new URL(endpoints.checkoutUrl).origin],
    refusal({ isExample }) {
      if (!isLive || !isExample) return null;
      return "Payments are not set up yet: the payment email is still the example address.";
    },
    async startCheckout(attempt, checkout) {
      const fields = buyNowForm(attempt, checkout, `${options.publicUrl}${notifyPath}`);
      const handOff = { kind: "form", action: endpoints.checkoutUrl, fields } as const;
      return { handOff, known: null };
    },
    notifications: {
      path: notifyPath,
      mediaType: "application/x-www-form-urlencoded",
      headers: [],
    },
    readNotification,
    notificationFields: (raw) =>
      [...decodeForm(raw)].flatMap(([name, values]) =>
        values.map((value) => [name, value] as const),
      ),
    verify: ({ raw }, signal) => verifyPostback(endpoints.verifyUrl, raw, signal),
    capturing: null,
    refundPage,
    async refund({ transactionId }) {
      const page = refundPage(transactionId);
      const sentence = `Payments Standard refunds only by hand, at PayPal: ${page}`;
      throw new AppError("conflict", sentence);
    },
  };
}
