import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The secret that signs sessions and tokens: the configured one, else one that is made at the first
 * start and kept beside the database.
 */
export function installationSecret(configured: string | undefined, dataDirectory: string): string {
  if (configured !== undefined) return configured;
  const file = join(dataDirectory, "secret");
  if (!existsSync(file)) {
    writeFileSync(file, `${randomBytes(32).toString("base64url")}\n`, { mode: 0o600 });
  }
  return readFileSync(file, "utf8").trim();
}
