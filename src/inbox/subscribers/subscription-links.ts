import { subscriberTokenOf } from "./subscriber-token.ts";

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
