import { createHmac, timingSafeEqual } from "node:crypto";
import type { PaypalCredentials } from "#payments/paypal-rest/paypal-rest.ts";

const tokenLastsSeconds = 9 * 60 * 60;
const webhookId = "SANDBOX-WEBHOOK";

/** Credentials of the sandbox's only account; the secret is unique to this installation. */
export function sandboxCredentials(secret: string): PaypalCredentials {
  return { clientId: "sandbox", clientSecret: sign(secret, "client"), webhookId };
}

export const sandboxPayee = {
  merchant_id: "SANDBOXMERCHANT",
  email_address: "merchant@sandbox.example",
};

/** Response to a request for a token; undefined for wrong credentials. */
export function issueToken(secret: string, authorization: string | undefined) {
  const { clientId, clientSecret } = sandboxCredentials(secret);
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString("base64");
  if (!isSame(authorization ?? "", `Basic ${basic}`)) return undefined;
  const until = String(Date.now() + tokenLastsSeconds * 1000);
  return {
    token_type: "Bearer",
    access_token: `${until}.${sign(secret, "token", until)}`,
    expires_in: tokenLastsSeconds,
  };
}

export function isToken(secret: string, authorization: string | undefined): boolean {
  const [, until = "", signature = ""] = /^Bearer (\d+)\.(\w+)$/.exec(authorization ?? "") ?? [];
  return Date.now() < Number(until) && isSame(signature, sign(secret, "token", until));
}

/** Headers in PayPal's format, with the sandbox's own signature. */
export function signatureHeaders(secret: string, transmissionId: string, body: string) {
  const time = new Date().toISOString();
  return {
    "paypal-auth-algo": "SHA256withRSA",
    "paypal-cert-url": "https://sandbox.example/certificate",
    "paypal-transmission-id": transmissionId,
    "paypal-transmission-sig": sign(secret, "webhook", transmissionId, time, webhookId, body),
    "paypal-transmission-time": time,
  };
}

interface WebhookQuestion {
  readonly transmission_id: string;
  readonly transmission_sig: string;
  readonly transmission_time: string;
  readonly webhook_id: string;
}

export function isSignedWebhook(secret: string, asked: WebhookQuestion, body: string): boolean {
  const { transmission_id: id, transmission_time: time, webhook_id } = asked;
  return isSame(asked.transmission_sig, sign(secret, "webhook", id, time, webhook_id, body));
}

/**
 * Derives the id of a PayPal order from the idempotency key, so that a repeated call returns the
 * same order.
 */
export function orderIdFor(secret: string, idempotencyKey: string): string {
  return sign(secret, "order", idempotencyKey).slice(0, 17).toUpperCase();
}

function sign(secret: string, ...words: readonly string[]): string {
  return createHmac("sha256", secret)
    .update(JSON.stringify(["sandbox", ...words]))
    .digest("hex");
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
