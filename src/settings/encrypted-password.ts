import { decryptText, encryptText } from "../platform/encrypted-text.ts";

/** Login at a mail server. A password encrypted for one login cannot be decrypted for another. */
export interface Login {
  readonly host: string;
  readonly user: string;
}

const purpose = "furrow: password of the mail server";

export function encryptPassword(secret: string, { host, user }: Login, password: string): string {
  return encryptText({ secret, purpose }, [host, user], password);
}

/** Returns null when the password was encrypted with another SECRET or for another login. */
export function decryptPassword(
  secret: string,
  { host, user }: Login,
  stored: string,
): string | null {
  return decryptText({ secret, purpose }, [host, user], stored);
}
