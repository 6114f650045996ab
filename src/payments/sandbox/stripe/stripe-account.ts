import { createHmac } from "node:crypto";
import type { StripeKeys } from "#payments/stripe/stripe.ts";
import { isSameText } from "#platform/signatures.ts";
import { rightsOfStripeKey, type StripeRight } from "../sandbox-keys.ts";
import type { SandboxAccount } from "../sandbox-orders.server.ts";

/** Keys of the account that is built in, which are unique to this installation. */
export function sandboxStripeKeys(secret: string): StripeKeys {
  return {
    secretKey: `sk_test_${sign(secret, "key")}`,
    webhookSecret: `whsec_${sign(secret, "webhook")}`,
  };
}

export interface StripeCaller {
  readonly account: SandboxAccount;
  readonly rights: readonly StripeRight[] | "all";
}

/** Who makes a call; undefined for an unknown key. */
export function callerOf(
  secret: string,
  authorization: string | undefined,
): StripeCaller | undefined {
  const key = authorization?.replace(/^Bearer /, "") ?? "";
  if (isSameText(key, sandboxStripeKeys(secret).secretKey)) {
    return { account: "built-in", rights: "all" };
  }
  const rights = rightsOfStripeKey(secret, key);
  return rights && { account: "pasted", rights };
}

/** Secret that signs events for a webhook of the pasted account; Stripe tells it only once. */
export function secretOfWebhook(secret: string, webhookId: string): string {
  return `whsec_${sign(secret, "webhook", webhookId)}`;
}

/** Derives an id from an idempotency key, so that a repeated call returns the same object. */
export function idFor(secret: string, prefix: string, idempotencyKey: string): string {
  return `${prefix}${sign(secret, prefix, idempotencyKey).slice(0, 24)}`;
}

function sign(secret: string, ...words: readonly string[]): string {
  return createHmac("sha256", secret)
    .update(JSON.stringify(["sandbox-stripe", ...words]))
    .digest("hex");
}
