import type { Queries } from "#platform/database/database.ts";
import { centsFromAmount } from "#platform/money.ts";
import { notificationPathOf } from "../accounts/account-providers.ts";
import { providerNames } from "../payment-provider.ts";
import { decodeForm } from "../paypal-standard/read-notification.ts";
import type { CheckoutForm } from "./checkout-form.ts";
import { isSandboxMessage, isTransactionId } from "./sandbox-message.ts";

/** A payment of Payments Standard that the sandbox has completed. */
export interface PastPayment {
  readonly transactionId: string;
  readonly form: CheckoutForm;
  readonly paidCents: number;
  /** Amount that was neither refunded nor reversed. */
  readonly leftCents: number;
}

/** Names of the providers under which the shop stores the sandbox's notifications. */
const builtIn = "sandbox";
const pasted = providerNames["paypal-standard"].test;

/**
 * Finds a completed payment in the notifications that the shop has stored, because the sandbox
 * itself stores no payments of Payments Standard. Ignores notifications without the signature of
 * the sandbox. Undefined when no completed payment has this id.
 */
export async function findPastPayment(
  queries: Queries,
  transactionId: string,
  { secret, publicUrl }: { readonly secret: string; readonly publicUrl: string },
): Promise<PastPayment | undefined> {
  if (!isTransactionId(transactionId)) return undefined;
  const messagesOf = async (column: "transaction_id" | "attempt_id", value: string) => {
    const rows = await queries
      .selectFrom("payment_notifications")
      .select(["raw", "provider"])
      .where("provider", "in", [builtIn, pasted])
      .where(column, "=", value)
      .execute();
    return rows
      .map(({ raw, provider }) => ({ raw: Buffer.from(raw), provider }))
      .filter(({ raw }) => isSandboxMessage(raw, secret))
      .map(({ raw, provider }) => ({ provider, fields: readFields(raw) }));
  };
  const found = (await messagesOf("transaction_id", transactionId)).find(
    ({ fields }) => fields.payment_status === "Completed",
  );
  if (found === undefined) return undefined;
  const { fields: payment, provider } = found;
  const moved = new Map(
    (await messagesOf("attempt_id", payment.custom ?? ""))
      .filter(({ fields }) => fields.parent_txn_id === transactionId)
      .map(({ fields }) => [fields.txn_id, centsOf(fields)]),
  );
  const paidCents = centsOf(payment);
  const path = notificationPathOf("paypal-standard", provider === pasted ? "test" : "live");
  return {
    transactionId,
    form: formOf(payment, publicUrl + path),
    paidCents,
    leftCents: [...moved.values()].reduce((left, cents) => left + cents, paidCents),
  };
}

type Fields = Readonly<Record<string, string | undefined>>;

function readFields(raw: Buffer): Fields {
  return Object.fromEntries([...decodeForm(raw)].map(([name, values]) => [name, values[0]]));
}

/** Amount of a notification in cents; negative for a refund or a reversal. */
function centsOf({ mc_gross = "" }: Fields): number {
  const cents = centsFromAmount(mc_gross.replace(/^-/, "")) ?? 0;
  return mc_gross.startsWith("-") ? -cents : cents;
}

/**
 * Restores the fields of the checkout from the payment's notification. A notification about a
 * refund repeats these fields.
 */
function formOf(payment: Fields, notifyUrl: string): CheckoutForm {
  return {
    business: payment.business ?? "",
    itemName: payment.item_name ?? "",
    itemNumber: payment.item_number ?? "",
    amount: payment.mc_gross ?? "",
    currency: payment.mc_currency ?? "",
    invoice: payment.invoice ?? "",
    custom: payment.custom ?? "",
    notifyUrl,
    returnUrl: "",
    cancelUrl: "",
  };
}
