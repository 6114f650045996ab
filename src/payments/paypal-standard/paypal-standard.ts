import { AppError } from "../../platform/errors.ts";
import type { PaymentProvider } from "../payment-provider.ts";
import { buyNowForm } from "./buy-now-form.ts";
import { decodeForm } from "./decode-form.ts";
import { notifyPath, type PaypalEndpoints } from "./endpoints.ts";
import { readNotification } from "./read-notification.ts";
import { verifyPostback } from "./verify-postback.ts";

interface PaypalStandardOptions {
  readonly name: string;
  readonly displayName: string;
  readonly endpoints: PaypalEndpoints;
  /** Real money moves: test messages have no effect, and the receiver must be a real one. */
  readonly isLive: boolean;
  /** The site's own origin, which is where notifications are sent. */
  readonly publicUrl: string;
}

/** PayPal Payments Standard: a buy-now form, and Instant Payment Notifications about it. */
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
