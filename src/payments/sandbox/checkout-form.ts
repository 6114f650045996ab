import { centsFromAmount } from "../../platform/money.ts";
import { isLoopback } from "../../platform/origins.ts";

/** The fields of a buy-now form that the stand-in knows, as the shop sent them. */
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

/** The form, or a sentence about what is wrong with it. */
export function readCheckoutForm(
  fields: URLSearchParams,
  publicUrl: string,
): CheckoutForm | { readonly fault: string } {
  const entries = Object.entries(formFieldNames).map(([key, name]) => [
    key,
    fields.get(name) ?? "",
  ]);
  const form = Object.fromEntries(entries) as unknown as CheckoutForm;
  if (form.business === "") return { fault: "The form does not say who is to be paid (business)." };
  if ((centsFromAmount(form.amount) ?? 0) <= 0) return { fault: "The form has no amount." };
  if (!/^[A-Z]{3}$/.test(form.currency)) return { fault: "The form has no currency_code." };
  for (const key of ["notifyUrl", "returnUrl", "cancelUrl"] as const) {
    if (!isOfTheShop(form[key], publicUrl)) {
      return { fault: `The form's ${formFieldNames[key]} is not an address of this shop.` };
    }
  }
  return form;
}

/** Whoever can reach the stand-in could otherwise make this machine request any address. */
export function isOfTheShop(address: string, publicUrl: string): boolean {
  if (!URL.canParse(address)) return false;
  const { origin, protocol, hostname } = new URL(address);
  return /^https?:$/.test(protocol) && (origin === publicUrl || isLoopback(hostname));
}
