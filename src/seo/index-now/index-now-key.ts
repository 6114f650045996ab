import { isIP } from "node:net";
import { isLoopback } from "#platform/origins.ts";
import { signatureOf } from "#platform/signatures.ts";
import { absolute } from "../public-pages.ts";

/** IndexNow reads the key there, to know that a request comes from the site. */
const keyPath = "/indexnow-key.txt";

export function keyLocation(publicUrl: string): string {
  return absolute(publicUrl, keyPath);
}

/** In hexadecimal digits, because a key may have no underscore. */
export function indexNowKey(secret: string): string {
  return Buffer.from(signatureOf(secret, ["IndexNow key"]), "base64url").toString("hex");
}

/** Names that exist on no public network (RFC 2606, 6761, 6762, 8375 and ICANN). */
const privateEndings =
  /\.(test|example|invalid|localhost|local|localdomain|internal|lan|home|corp|home\.arpa|onion)$/;

/** False for a site that search engines cannot reach: on this machine, an IP address or a private name. */
export function canBeFound(publicUrl: string): boolean {
  const hostname = new URL(publicUrl).hostname.replace(/\.$/, "");
  if (isLoopback(hostname) || isIP(hostname.replace(/^\[|\]$/g, "")) !== 0) return false;
  return hostname.includes(".") && !privateEndings.test(hostname);
}
