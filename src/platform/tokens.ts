import { createHash, randomBytes } from "node:crypto";

/** 256 random bits for a link or a cookie, too many to guess. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/**
 * The database stores only hashes of tokens, so that a copy of the database opens nothing. A hash
 * without a key is enough, because a token cannot be guessed.
 */
export function hashOfToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
