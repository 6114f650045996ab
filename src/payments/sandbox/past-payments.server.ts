import type { Queries } from "#platform/database/database.ts";
import { centsFromAmount } from "#platform/money.ts";
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

/** Name of the provider under which the shop stores the sandbox's notifications. */
const provider = "sandbox";

/**
 * Finds a completed payment in the notifications that the shop has stored, because the sandbox
 * itself stores no payments of Payments Standard. Ignores notifications without the signature of
 * the sandbox. Undefined when no completed payment has this id.
 */
export async function findPastPayment(
  queries: Queries,
  transactionId: string,
  { secret, notifyUrl }: { readonly secret: string; readonly notifyUrl: string },
): Promise<PastPayment | undefined> {
  if (!isTransactionId(transactionId)) return undefined;
  const messagesOf = async (column: "transaction_id" | "attempt_id", value: string) => {
    const rows = await queries
      .selectFrom("payment_notifications")
      .select("raw")
      .where("provider", "=", provider)
      .where(column, "=", value)
      .execute();
    return rows
      .map(({ raw }) => Buffer.from(raw))
      .filter((raw) => isSandboxMessage(raw, secret))
      .map(readFields);
  };
  const payment = (await messagesOf("transaction_id", transactionId)).find(
    ({ payment_status }) => payment_status === "Completed",
  );
  if (payment === undefined) return undefined;
  const moved = new Map(
    (await messagesOf("attempt_id", payment.custom ?? ""))
      .filter(({ parent_txn_id }) => parent_txn_id === transactionId)
      .map((message) => [message.txn_id, centsOf(message)]),
  );
  const paidCents = centsOf(payment);
  return {
    transactionId,
    form: formOf(payment, notifyUrl),
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
