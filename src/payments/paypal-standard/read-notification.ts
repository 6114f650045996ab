import { centsFromAmount } from "#platform/money.ts";
import { isPlainText } from "#platform/texts/plain-text.ts";
import type { MessageKind, PaymentMessage } from "../payment-provider.ts";
import { describePendingReason } from "../paypal-pending-reasons.ts";

/** PayPal's encoding for a form without a `charset` field. */
const defaultCharset = "windows-1252";

/**
 * Decodes a form body in the encoding that the field `charset` of the form names. A repeated field
 * has several values. Only for reading: the verification sends the raw bytes.
 */
export function decodeForm(raw: Uint8Array): ReadonlyMap<string, readonly string[]> {
  const pairs = Buffer.from(raw)
    .toString("latin1")
    .split("&")
    .filter((pair) => pair !== "")
    .map(splitPair);
  const charset = pairs.find(([name]) => name.toString("latin1") === "charset")?.[1];
  const decoder = decoderFor(charset?.toString("latin1"));
  const fields = new Map<string, string[]>();
  for (const [name, value] of pairs) {
    const key = decoder.decode(name);
    const values = fields.get(key) ?? [];
    values.push(decoder.decode(value));
    fields.set(key, values);
  }
  return fields;
}

function splitPair(pair: string): [name: Buffer, value: Buffer] {
  const equals = pair.indexOf("=");
  if (equals === -1) return [percentDecode(pair), Buffer.alloc(0)];
  return [percentDecode(pair.slice(0, equals)), percentDecode(pair.slice(equals + 1))];
}

/** Decodes to bytes, because the encoding is not known yet. */
function percentDecode(latin1: string): Buffer {
  const bytes = latin1
    .replaceAll("+", " ")
    .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1");
}

function decoderFor(charset: string | undefined): TextDecoder {
  try {
    return new TextDecoder(charset || defaultCharset);
  } catch {
    return new TextDecoder(defaultCharset);
  }
}

/** Kinds by PayPal's `payment_status`. A status that is not in the list has no effect. */
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

/** PayPal's limit for pass-through fields such as `custom`. */
const longestValue = 255;

/** Reads an untrusted IPN message. */
export function readNotification(raw: Uint8Array): PaymentMessage {
  const fields = decodeForm(raw);
  const faults: string[] = [];
  function read(name: string): string | null {
    const values = fields.get(name) ?? [];
    if (values.length > 1) faults.push(`The field ${name} occurs ${values.length} times.`);
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
    pendingReason: describePendingReason(read("pending_reason")),
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
    subscription: null,
    decided: null,
  };
}
