import { createHmac } from "node:crypto";
import type { PaypalCredentials } from "#payments/paypal-rest/paypal-rest.ts";
import { isSameText } from "#platform/signatures.ts";
import { rightsOfPaypalClient } from "../sandbox-keys.ts";

const tokenLastsSeconds = 9 * 60 * 60;
/** Webhook of the account that is built in. */
export const builtInWebhookId = "SANDBOX-WEBHOOK";

/** Credentials of the account that is built in; the secret is unique to this installation. */
export function sandboxCredentials(secret: string): PaypalCredentials {
  return { clientId: "sandbox", clientSecret: sign(secret, "client"), webhookId: builtInWebhookId };
}

/** Apps that call the sandbox. PayPal does not let the last two do all. */
const apps = ["built-in", "pasted", "pasted-without-payments", "pasted-without-plans"] as const;
export type SandboxApp = (typeof apps)[number];

export const sandboxPayee = {
  merchant_id: "SANDBOXMERCHANT",
  email_address: "merchant@sandbox.example",
};

/** Response to a request for a token; undefined for wrong credentials. */
export function issueToken(secret: string, authorization: string | undefined) {
  const app = appWith(secret, authorization ?? "");
  if (app === undefined) return undefined;
  const until = String(Date.now() + tokenLastsSeconds * 1000);
  return {
    token_type: "Bearer",
    access_token: `${until}.${sign(secret, "token", app, until)}`,
    expires_in: tokenLastsSeconds,
  };
}

function appWith(secret: string, authorization: string): SandboxApp | undefined {
  const { clientId, clientSecret } = sandboxCredentials(secret);
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString("base64");
  if (isSameText(authorization, `Basic ${basic}`)) return "built-in";
  const given = Buffer.from(authorization.replace(/^Basic /, ""), "base64").toString();
  const [id = "", password = ""] = given.split(":");
  const rights = rightsOfPaypalClient(secret, id, password);
  if (rights === undefined) return undefined;
  return rights === "all" ? "pasted" : `pasted-${rights}`;
}

/** The app that a token was issued to; undefined for an unknown or expired token. */
export function appOf(secret: string, authorization: string | undefined): SandboxApp | undefined {
  const [, until = "", signature = ""] = /^Bearer (\d+)\.(\w+)$/.exec(authorization ?? "") ?? [];
  if (Date.now() >= Number(until)) return undefined;
  return apps.find((app) => isSameText(signature, sign(secret, "token", app, until)));
}

/** Headers in PayPal's format, with the sandbox's own signature. */
export function signatureHeaders(
  secret: string,
  webhookId: string,
  transmissionId: string,
  body: string,
) {
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
  return isSameText(asked.transmission_sig, sign(secret, "webhook", id, time, webhook_id, body));
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
