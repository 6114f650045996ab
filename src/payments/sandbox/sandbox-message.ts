import { createHmac, randomInt, timingSafeEqual } from "node:crypto";
import { amountFromCents, centsFromAmount } from "#platform/money.ts";
import type { CheckoutForm } from "./checkout-form.ts";
import type { Delivery } from "./outcomes.ts";
import { faultMark } from "./verification-fault.ts";

/** Name of the field that says how the verification of the message fails. */
export const faultField = "sandbox_verification";

/**
 * A notification with PayPal's fields and encoding. The field `verify_sign` holds a signature. The
 * signature lets the sandbox recognise its own notifications without storing them.
 */
export function sandboxMessage(
  form: CheckoutForm,
  delivery: Delivery,
  paymentId: string,
  secret: string,
): string {
  const { status, wrong, verification, refund } = delivery;
  const isPayment = isAboutPayment(delivery);
  const receiver = wrong === "receiver" ? "somebody-else@example.com" : form.business;
  const cents = refund?.cents ?? movedCents(centsFromAmount(form.amount) ?? 0, delivery);
  const isTaken = status === "Refunded" || status === "Reversed";
  const gross = amountFromCents(isTaken ? -cents : cents);
  const body = encode([
    ["mc_gross", gross],
    ["protection_eligibility", "Ineligible"],
    ["payer_id", "FURROWTESTER1"],
    ["payment_date", paymentDate()],
    ["payment_status", status],
    ...(status === "Pending" ? [["pending_reason", "paymentreview"] as const] : []),
    ...(isTaken ? [["reason_code", reasonCodes[status]] as const] : []),
    ["charset", "windows-1252"],
    ["first_name", "Zoë"],
    ["last_name", "Tester"],
    ["notify_version", "3.9"],
    ["custom", form.custom],
    ["payer_status", "verified"],
    ["business", receiver],
    ["quantity", "1"],
    ["payer_email", "buyer@example.com"],
    ["txn_id", isPayment ? paymentId : (refund?.id ?? newTransactionId())],
    ...(isPayment ? [] : [["parent_txn_id", paymentId] as const]),
    ["payment_type", "instant"],
    ["receiver_email", receiver],
    ["txn_type", "web_accept"],
    ["item_name", form.itemName],
    ["mc_currency", wrong === "currency" ? "EUR" : form.currency],
    ["item_number", form.itemNumber],
    ["residence_country", "US"],
    ["test_ipn", "1"],
    ["invoice", form.invoice],
    ["payment_gross", gross],
    ...(verification === undefined ? [] : [[faultField, faultMark(verification)] as const]),
  ]);
  return `${body}&verify_sign=${signatureOf(Buffer.from(body), secret)}`;
}

const reasonCodes = { Refunded: "refund", Reversed: "chargeback" };

/** False for refunds, reversals and cancelled reversals. */
export function isAboutPayment({ status }: Delivery): boolean {
  return status === "Completed" || status === "Pending" || status === "Denied";
}

export function movedCents(
  paidCents: number,
  { wrong, isPartial }: Pick<Delivery, "wrong" | "isPartial">,
): number {
  if (wrong === "amount") return 1;
  return isPartial ? Math.ceil(paidCents / 2) : paidCents;
}

/** A transaction id like PayPal's: seventeen capital letters and digits. */
export function newTransactionId(): string {
  const characters = "ABCDEFGHJKLMNPRSTUVWXY0123456789";
  return Array.from({ length: 17 }, () => characters[randomInt(characters.length)]).join("");
}

export function isTransactionId(text: string): boolean {
  return /^[A-Z0-9]{17}$/.test(text);
}

/** True only for unchanged bytes that the sandbox sent. */
export function isSandboxMessage(raw: Buffer, secret: string): boolean {
  const mark = Buffer.from("&verify_sign=");
  const end = raw.lastIndexOf(mark);
  if (end === -1) return false;
  const given = raw.subarray(end + mark.length);
  const expected = Buffer.from(signatureOf(raw.subarray(0, end), secret));
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function signatureOf(body: Buffer, secret: string): string {
  return createHmac("sha256", secret).update("sandbox-notification\n").update(body).digest("hex");
}

/** Encodes a form in windows-1252. Replaces characters that the encoding lacks by "?". */
function encode(fields: readonly (readonly [string, string])[]): string {
  return fields.map(([name, value]) => `${name}=${encodeValue(value)}`).join("&");
}

function encodeValue(value: string): string {
  // Node has no windows-1252 encoder, so characters that latin-1 lacks become "?" as well.
  const latin1 = Buffer.from(value.replace(/[^ -~\u00a0-\u00ff]/gu, "?"), "latin1");
  return Array.from(latin1, (byte) => {
    const character = String.fromCharCode(byte);
    if (character === " ") return "+";
    if (/[\w.-]/.test(character)) return character;
    return `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  }).join("");
}

/** A date such as "18:30:30 Jan 01, 2000 PST", without daylight saving time. */
function paymentDate(): string {
  const pacific = new Date(Date.now() - 8 * 60 * 60 * 1000).toUTCString();
  const [, day, month, year, time] = pacific.split(" ");
  return `${time} ${month} ${day}, ${year} PST`;
}
