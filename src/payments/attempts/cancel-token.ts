import { isSameText, signatureOf } from "../../platform/signatures.ts";

/**
 * The token in `cancel_return`. It proves that this site started the payment, so that opening a
 * foreign link cannot cancel an order.
 */
export function cancelTokenOf(secret: string, attemptId: string, orderReference: string): string {
  return `${attemptId}.${signatureOf(secret, ["cancel-payment", attemptId, orderReference])}`;
}

export function isCancelToken(secret: string, token: string, orderReference: string): boolean {
  const dot = token.lastIndexOf(".");
  return dot > 0 && isSameText(token, cancelTokenOf(secret, token.slice(0, dot), orderReference));
}
