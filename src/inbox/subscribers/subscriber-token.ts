import { isSameText, signatureOf } from "#platform/signatures.ts";

export type TokenPurpose = "confirm-subscription" | "unsubscribe";

interface SubscriberToken {
  readonly subscriberId: string;
  /** Null for a token that never expires. */
  readonly expiresAt: number | null;
}

/** The signature proves that this site made the link for this subscriber. */
export function subscriberTokenOf(
  secret: string,
  purpose: TokenPurpose,
  { subscriberId, expiresAt }: SubscriberToken,
): string {
  const claim = `${subscriberId}.${expiresAt ?? ""}`;
  return `${claim}.${signatureOf(secret, [purpose, claim])}`;
}

/** Does not check the expiry. Null when the signature is wrong or the token has another purpose. */
export function readSubscriberToken(
  secret: string,
  purpose: TokenPurpose,
  token: string,
): SubscriberToken | null {
  const [subscriberId, expiresAt, given] = token.split(".");
  if (subscriberId === undefined || expiresAt === undefined || given === undefined) return null;
  const expected = signatureOf(secret, [purpose, `${subscriberId}.${expiresAt}`]);
  if (!isSameText(given, expected)) return null;
  return { subscriberId, expiresAt: expiresAt === "" ? null : Number(expiresAt) };
}

export const confirmPath = "/confirm-subscription";
/** Email programs post here (RFC 8058), from any origin and without a cookie. */
export const unsubscribePath = "/unsubscribe";

/** A subscription that is not confirmed within this time is deleted. */
export const confirmWithinMs = 7 * 24 * 60 * 60 * 1000;

/** Returns a path without the origin. */
export function confirmLink(secret: string, subscriberId: string, expiresAt: number): string {
  const token = subscriberTokenOf(secret, "confirm-subscription", { subscriberId, expiresAt });
  return `${confirmPath}?token=${token}`;
}

/** The URL never expires, so that the link in an old email still works. */
export function unsubscribeUrl(publicUrl: string, secret: string, subscriberId: string): string {
  const token = subscriberTokenOf(secret, "unsubscribe", { subscriberId, expiresAt: null });
  return `${publicUrl}${unsubscribePath}?token=${token}`;
}
