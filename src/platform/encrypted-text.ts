import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

export interface EncryptionKey {
  /** The installation's secret. */
  readonly secret: string;
  /** Texts of one purpose cannot be decrypted with the key of another purpose. */
  readonly purpose: string;
}

const cipher = "aes-256-gcm";
const [nonceBytes, tagBytes, keyIdBytes] = [12, 16, 8];

/** A text that is encrypted for one subject cannot be decrypted for another subject. */
export function encryptText(key: EncryptionKey, subject: readonly string[], text: string): string {
  const nonce = randomBytes(nonceBytes);
  const encryption = createCipheriv(cipher, keyFrom(key), nonce, { authTagLength: tagBytes });
  encryption.setAAD(bytesOf(subject));
  const encrypted = Buffer.concat([encryption.update(text, "utf8"), encryption.final()]);
  return Buffer.concat([nonce, encryption.getAuthTag(), encrypted]).toString("base64url");
}

/** Returns null for a text that was encrypted with another key or for another subject. */
export function decryptText(
  key: EncryptionKey,
  subject: readonly string[],
  stored: string,
): string | null {
  const bytes = Buffer.from(stored, "base64url");
  const nonce = bytes.subarray(0, nonceBytes);
  const tag = bytes.subarray(nonceBytes, nonceBytes + tagBytes);
  try {
    const decryption = createDecipheriv(cipher, keyFrom(key), nonce, { authTagLength: tagBytes });
    decryption.setAAD(bytesOf(subject)).setAuthTag(tag);
    const encrypted = bytes.subarray(nonceBytes + tagBytes);
    return decryption.update(encrypted, undefined, "utf8") + decryption.final("utf8");
  } catch {
    return null;
  }
}

/** Identifies the key of an encrypted text, without revealing anything about the key. */
export function keyIdOf({ secret, purpose }: EncryptionKey): string {
  const id = hkdfSync("sha256", secret, "", `${purpose}, key id`, keyIdBytes);
  return Buffer.from(id).toString("base64url");
}

function keyFrom({ secret, purpose }: EncryptionKey): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", secret, "", purpose, 32));
}

function bytesOf(subject: readonly string[]): Buffer {
  return Buffer.from(JSON.stringify(subject));
}
