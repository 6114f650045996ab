import { centsFromAmount } from "../../platform/money.ts";
import { isPlainText } from "../../platform/texts/plain-text.ts";
import type { MessageKind, PaymentMessage } from "../payment-provider.ts";
import { reasonInWords } from "../paypal-pending-reasons.ts";
import { decodeForm } from "./decode-form.ts";

/** PayPal's `payment_status`; the ones that are not here have no effect. */
const kindOfStatus: ReadonlyMap<string, MessageKind> = new Map([
  ["Completed", "completed"],
  ["Pending", "pending"],
  ["Processed", "pending"],
  ["Denied", "failed"],
  ["Failed", "failed"],
  ["Expired", "failed"],
  ["Voided", "failed"],
  ["Refunded", "refunded"],
  ["Reversed", "reversed"],
  ["Canceled_Reversal", "reversal-cancelled"],
]);

/** PayPal's own limit on the fields that are passed through. */
const longestValue = 255;

/** An IPN message in the words of all providers, without believing any of it. */
export function readNotification(raw: Uint8Array): PaymentMessage {
  const fields = decodeForm(raw);
  const faults: string[] = [];
  function read(name: string): string | null {
    const values = fields.get(name) ?? [];
    if (values.length > 1) faults.push(`The field ${name} stands in it ${values.length} times.`);
    const value = values[0];
    if (values.length !== 1 || value === undefined || value === "") return null;
    if (value.length <= longestValue && isPlainText(value)) return value;
    faults.push(`The field ${name} is not readable.`);
    return null;
  }
  const rawStatus = read("payment_status");
  const gross = read("mc_gross");
  const receivers = [read("business"), read("receiver_email")];
  return {
    kind: kindOfStatus.get(rawStatus ?? "") ?? "other",
    rawStatus,
    pendingReason: reasonInWords(read("pending_reason")),
    transactionId: read("txn_id"),
    parentTransactionId: read("parent_txn_id"),
    attemptId: read("custom"),
    orderReference: read("invoice"),
    grossCents: gross === null ? null : centsFromAmount(gross),
    currency: read("mc_currency"),
    checkoutReference: null,
    receivers: receivers.filter((address) => address !== null),
    testMode: (fields.get("test_ipn") ?? []).some((value) => value !== "0" && value !== ""),
    faults,
    needsDecision: null,
  };
}
