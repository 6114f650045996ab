import { randomBytes } from "node:crypto";
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { reasonOf, StartError } from "../errors.ts";
import { isPlainText } from "../texts/plain-text.ts";

const leastCharacters = 32;

/**
 * The secret that signs sessions and tokens: the configured secret, or else a secret that the first
 * start generates and stores in the data directory. Throws a StartError without a valid secret.
 */
export function installationSecret(configured: string | undefined, dataDirectory: string): string {
  if (configured !== undefined) return configured;
  const file = secretFile(dataDirectory);
  let secret: string;
  try {
    secret = readOrMake(dataDirectory);
  } catch (cause) {
    throw new StartError(`The secret at ${file} cannot be read or made (${reasonOf(cause)}).`, {
      cause,
    });
  }
  // After a power failure, some file systems show the content of a file as NULs.
  if (secret.length >= leastCharacters && isPlainText(secret)) return secret;
  throw new StartError(
    `The secret at ${file} is damaged. Put it back from a backup; or remove it to get a new one, and everybody logs in again.`,
  );
}

export function secretFile(dataDirectory: string): string {
  return join(dataDirectory, "secret");
}

export function keptSecret(dataDirectory: string): string | undefined {
  try {
    return readFileSync(secretFile(dataDirectory), "utf8").trim();
  } catch (error) {
    if (hasCode(error, "ENOENT")) return undefined;
    throw error;
  }
}

/** Stores a secret, unless the data directory already has one. */
export function keepSecret(dataDirectory: string, secret: string): void {
  makeWhole(secretFile(dataDirectory), `${secret}\n`);
}

function readOrMake(dataDirectory: string): string {
  const kept = keptSecret(dataDirectory);
  if (kept !== undefined) return kept;
  keepSecret(dataDirectory, randomBytes(32).toString("base64url"));
  return keptSecret(dataDirectory) ?? "";
}

/**
 * Creates a file completely or not at all, even if the power fails. Leaves an existing file
 * unchanged.
 */
function makeWhole(file: string, content: string): void {
  const draft = `${file}.${process.pid}`;
  const handle = openSync(draft, "w", 0o600);
  try {
    writeSync(handle, content);
    fsyncSync(handle);
    linkSync(draft, file);
  } catch (error) {
    if (!hasCode(error, "EEXIST")) throw error;
  } finally {
    closeSync(handle);
    rmSync(draft, { force: true });
  }
}

function hasCode(error: unknown, code: string): boolean {
  return (error as { code?: unknown }).code === code;
}
