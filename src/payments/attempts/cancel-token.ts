import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * The token in `cancel_return`. It proves that this site started the payment, so that opening a
 * foreign link cannot cancel an order.
 */
export function cancelTokenOf(secret: string, attemptId: string, orderReference: string): string {
  return `${attemptId}.${signature(secret, attemptId, orderReference)}`;
}

export function isCancelToken(secret: string, token: string, orderReference: string): boolean {
  const dot = token.lastIndexOf(".");
  if (dot < 1) return false;
  const expected = Buffer.from(signature(secret, token.slice(0, dot), orderReference));
  const given = Buffer.from(token.slice(dot + 1));
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function signature(secret: string, attemptId: string, orderReference: string): string {
  return createHmac("sha256", secret)
    .update(JSON.stringify(["cancel-payment", attemptId, orderReference]))
    .digest("base64url");
}
