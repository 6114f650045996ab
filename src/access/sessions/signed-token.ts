import { createHmac, timingSafeEqual } from "node:crypto";

/** Cookies that were found to be signed: to find that takes as long as to find whose they are. */
const signed = new Set<string>();
const mostKept = 1000;

/**
 * The token in a session cookie that better-auth has signed; undefined for any header about which
 * there is the least doubt. It signs with HMAC-SHA256, and writes the cookie as the token, a point and
 * the signature in base64, percent-encoded.
 */
export function signedToken(cookies: string, name: string, secret: string): string | undefined {
  const its = cookies.split(";").filter((pair) => pair.trim().startsWith(`${name}=`));
  if (its.length !== 1) return undefined;
  const value = its[0]?.trim().slice(name.length + 1) ?? "";
  const [, token, signature] = /^([\w-]+)\.((?:[A-Za-z\d]|%2[BF]){43}%3D)$/.exec(value) ?? [];
  if (token === undefined || signature === undefined) return undefined;
  const cookie = `${secret} ${value}`;
  if (signed.has(cookie)) return token;
  const given = Buffer.from(decodeURIComponent(signature), "base64");
  const expected = createHmac("sha256", secret).update(token).digest();
  if (!timingSafeEqual(given, expected)) return undefined;
  if (signed.size >= mostKept) signed.clear();
  signed.add(cookie);
  return token;
}
