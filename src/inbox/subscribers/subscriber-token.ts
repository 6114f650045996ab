import { isSameText, signatureOf } from "../../platform/signatures.ts";

/** Purpose of a token; a token for one purpose is invalid for the other. */
export type TokenPurpose = "confirm-subscription" | "unsubscribe";

interface SubscriberToken {
  readonly subscriberId: string;
  /** Expiry time; null for a token that never expires. */
  readonly expiresAt: number | null;
}

/** Signed token in the link of an email: proof that this site sent it to this subscriber. */
export function subscriberTokenOf(
  secret: string,
  purpose: TokenPurpose,
  { subscriberId, expiresAt }: SubscriberToken,
): string {
  const claim = `${subscriberId}.${expiresAt ?? ""}`;
  return `${claim}.${signatureOf(secret, [purpose, claim])}`;
}

/** Contents of a token, which may have expired; null unless this site made it for this purpose. */
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

/** Time for the confirmation of a subscription; afterwards it is deleted. */
export const confirmWithinMs = 7 * 24 * 60 * 60 * 1000;

/** Path of the page that confirms an address until `expiresAt`. */
export function confirmLink(secret: string, subscriberId: string, expiresAt: number): string {
  const token = subscriberTokenOf(secret, "confirm-subscription", { subscriberId, expiresAt });
  return `${confirmPath}?token=${token}`;
}

/** URL by which a subscriber unsubscribes; never expires. */
export function unsubscribeUrl(publicUrl: string, secret: string, subscriberId: string): string {
  const token = subscriberTokenOf(secret, "unsubscribe", { subscriberId, expiresAt: null });
  return `${publicUrl}${unsubscribePath}?token=${token}`;
}
