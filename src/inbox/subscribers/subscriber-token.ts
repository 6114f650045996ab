import { createHmac, timingSafeEqual } from "node:crypto";

/** What a token lets its bearer do; one for the one is none for the other. */
export type TokenPurpose = "confirm-subscription" | "unsubscribe";

interface SubscriberToken {
  readonly subscriberId: string;
  /** Until when it is good; null for ever. */
  readonly expiresAt: number | null;
}

/** What a link in a mail carries: proof that this site sent it to this subscriber. */
export function subscriberTokenOf(
  secret: string,
  purpose: TokenPurpose,
  { subscriberId, expiresAt }: SubscriberToken,
): string {
  const claim = `${subscriberId}.${expiresAt ?? ""}`;
  return `${claim}.${signature(secret, purpose, claim)}`;
}

/** What the token says; null unless this site made it for this purpose. It may have expired. */
export function readSubscriberToken(
  secret: string,
  purpose: TokenPurpose,
  token: string,
): SubscriberToken | null {
  const [subscriberId, expiresAt, given] = token.split(".");
  if (subscriberId === undefined || expiresAt === undefined || given === undefined) return null;
  const expected = Buffer.from(signature(secret, purpose, `${subscriberId}.${expiresAt}`));
  const signed = Buffer.from(given);
  if (signed.length !== expected.length || !timingSafeEqual(signed, expected)) return null;
  return { subscriberId, expiresAt: expiresAt === "" ? null : Number(expiresAt) };
}

function signature(secret: string, purpose: TokenPurpose, claim: string): string {
  return createHmac("sha256", secret)
    .update(JSON.stringify([purpose, claim]))
    .digest("base64url");
}

export const confirmPath = "/confirm-subscription";
/** A mail program posts there for its reader (RFC 8058), from anywhere and without a cookie. */
export const unsubscribePath = "/unsubscribe";

/** How long a subscription waits to be confirmed; what waits longer is forgotten. */
export const confirmWithinMs = 7 * 24 * 60 * 60 * 1000;

/** The page, as a path of this site, on which an address is confirmed until `expiresAt`. */
export function confirmLink(secret: string, subscriberId: string, expiresAt: number): string {
  const token = subscriberTokenOf(secret, "confirm-subscription", { subscriberId, expiresAt });
  return `${confirmPath}?token=${token}`;
}

/** The address at which a subscriber leaves the list, however old the mail is. */
export function unsubscribeUrl(publicUrl: string, secret: string, subscriberId: string): string {
  const token = subscriberTokenOf(secret, "unsubscribe", { subscriberId, expiresAt: null });
  return `${publicUrl}${unsubscribePath}?token=${token}`;
}
