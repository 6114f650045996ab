import { centsFromAmount } from "#platform/money.ts";
import { isOwnOrigin } from "#platform/origins.ts";
import { notificationPathOf } from "../accounts/account-providers.ts";

export interface CheckoutForm {
  readonly business: string;
  readonly itemName: string;
  readonly itemNumber: string;
  readonly amount: string;
  readonly currency: string;
  readonly invoice: string;
  readonly custom: string;
  readonly notifyUrl: string;
  readonly returnUrl: string;
  readonly cancelUrl: string;
}

export const formFieldNames = {
  business: "business",
  itemName: "item_name",
  itemNumber: "item_number",
  amount: "amount",
  currency: "currency_code",
  invoice: "invoice",
  custom: "custom",
  notifyUrl: "notify_url",
  returnUrl: "return",
  cancelUrl: "cancel_return",
} as const satisfies Record<keyof CheckoutForm, string>;

/** Returns the form, or a sentence about its first invalid field. */
export function readCheckoutForm(
  fields: URLSearchParams,
  publicUrl: string,
): CheckoutForm | { readonly fault: string } {
  const entries = Object.entries(formFieldNames).map(([key, name]) => [
    key,
    fields.get(name) ?? "",
  ]);
  const form = Object.fromEntries(entries) as unknown as CheckoutForm;
  if (form.business === "") return { fault: "The form has no receiver (business)." };
  if ((centsFromAmount(form.amount) ?? 0) <= 0) return { fault: "The form has no amount." };
  if (!/^[A-Z]{3}$/.test(form.currency)) return { fault: "The form has no currency_code." };
  // Without this check, any visitor could make this server send a POST to any URL.
  if (!isNotifyUrl(form.notifyUrl, publicUrl)) {
    return { fault: "The form's notify_url is not this shop's notification URL." };
  }
  for (const key of ["returnUrl", "cancelUrl"] as const) {
    if (!isOfTheShop(form[key], publicUrl)) {
      return { fault: `The form's ${formFieldNames[key]} is not an address of this shop.` };
    }
  }
  return form;
}

/** True for the two addresses at which the shop hears Payments Standard: of live and of test mode. */
function isNotifyUrl(address: string, publicUrl: string): boolean {
  return (["live", "test"] as const).some(
    (mode) => address === publicUrl + notificationPathOf("paypal-standard", mode),
  );
}

/** True for a URL on an origin at which browsers reach the shop. */
export function isOfTheShop(address: string, publicUrl: string): boolean {
  return URL.canParse(address) && isOwnOrigin(new URL(address).origin, publicUrl);
}
