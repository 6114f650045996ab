/** The header that carries the client's address to the rate limits; set by `http/`, never by a client. */
export const clientAddressHeader = "x-furrow-client-address";

/** A site behind https has one that no other host can set. */
export function sessionCookieName(publicUrl: string): string {
  return publicUrl.startsWith("https:") ? "__Host-furrow-session" : "furrow-session";
}
