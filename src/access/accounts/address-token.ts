import { createHmac, timingSafeEqual } from "node:crypto";

/** The secret part of a link that confirms an address: for one account, and until a time. */
export function addressTokenOf(
  secret: string,
  person: { readonly accountId: string; readonly email: string },
  expiresAt: number,
): string {
  const time = expiresAt.toString(36);
  const signature = createHmac("sha256", secret)
    .update(JSON.stringify(["verify-address", person.accountId, person.email, time]))
    .digest("base64url");
  return `${time}-${signature}`;
}

/** Until when a token is good; null when it was not made for this account and address. */
export function expiryOfAddressToken(
  secret: string,
  person: { readonly accountId: string; readonly email: string },
  token: string,
): number | null {
  const expiresAt = Number.parseInt(token.split("-", 1)[0] ?? "", 36);
  if (!Number.isSafeInteger(expiresAt)) return null;
  const expected = Buffer.from(addressTokenOf(secret, person, expiresAt));
  const given = Buffer.from(token);
  const matches = given.length === expected.length && timingSafeEqual(given, expected);
  return matches ? expiresAt : null;
}
