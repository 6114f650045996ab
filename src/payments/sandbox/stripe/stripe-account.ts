import { createHmac, timingSafeEqual } from "node:crypto";
import type { StripeKeys } from "#payments/stripe/stripe.ts";

/** Keys of the sandbox's only account, which are unique to this installation. */
export function sandboxStripeKeys(secret: string): StripeKeys {
  return {
    secretKey: `sk_test_${sign(secret, "key")}`,
    webhookSecret: `whsec_${sign(secret, "webhook")}`,
  };
}

export function isSandboxKey(secret: string, authorization: string | undefined): boolean {
  const [given, expected] = [
    Buffer.from(authorization ?? ""),
    Buffer.from(`Bearer ${sandboxStripeKeys(secret).secretKey}`),
  ];
  return given.length === expected.length && timingSafeEqual(given, expected);
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
