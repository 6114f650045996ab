import { amountFromCents } from "../../platform/money.ts";
import type { PaymentAttempt } from "../attempts/payment-attempt.ts";
import type { Checkout } from "../payment-provider.ts";

const longestItemName = 127;

/**
 * The fields of a buy-now checkout, after PayPal's "HTML Form Basics for PayPal Payments Standard".
 * The buyer can edit every one of them: what comes back is compared with the recorded attempt.
 */
export function buyNowForm(
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
    // Back by a plain GET: a cross-site POST would arrive without the session's cookie.
    ["rm", "1"],
    ["charset", "utf-8"],
  ];
}
