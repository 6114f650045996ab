import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

/** A password encrypted for one login cannot be decrypted for another. */
export interface Login {
  readonly host: string;
  readonly user: string;
}

const cipher = "aes-256-gcm";
const [nonceBytes, tagBytes] = [12, 16];

export function encryptPassword(secret: string, login: Login, password: string): string {
  const nonce = randomBytes(nonceBytes);
  const encryption = createCipheriv(cipher, keyFrom(secret), nonce, { authTagLength: tagBytes });
  encryption.setAAD(boundTo(login));
  const encrypted = Buffer.concat([encryption.update(password, "utf8"), encryption.final()]);
  return Buffer.concat([nonce, encryption.getAuthTag(), encrypted]).toString("base64url");
}

/** Returns null when the password was encrypted with another SECRET or for another login. */
export function decryptPassword(secret: string, login: Login, stored: string): string | null {
  const bytes = Buffer.from(stored, "base64url");
  const nonce = bytes.subarray(0, nonceBytes);
  const tag = bytes.subarray(nonceBytes, nonceBytes + tagBytes);
  try {
    const decryption = createDecipheriv(cipher, keyFrom(secret), nonce, {
      authTagLength: tagBytes,
    });
    decryption.setAAD(boundTo(login)).setAuthTag(tag);
    const encrypted = bytes.subarray(nonceBytes + tagBytes);
    return decryption.update(encrypted, undefined, "utf8") + decryption.final("utf8");
  } catch {
    return null;
  }
}

function keyFrom(secret: string): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", secret, "", "furrow: password of the mail server", 32));
}

function boundTo({ host, user }: Login): Buffer {
  return Buffer.from(JSON.stringify([host, user]));
}
