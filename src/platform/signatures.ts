import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * HMAC of a claim with the secret of this installation. The first part of each claim names the
 * purpose, so that a signature for one purpose is invalid for another.
 */
export function signatureOf(secret: string, claim: readonly (string | null)[]): string {
  return createHmac("sha256", secret).update(JSON.stringify(claim)).digest("base64url");
}

/** Compares in constant time, so that the duration reveals nothing about the expected text. */
export function isSameText(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
