import { randomBytes } from "node:crypto";
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { StartError } from "./errors.ts";

const leastCharacters = 32;

/**
 * The secret that signs sessions and tokens: the configured one, else one that is made at the first
 * start and kept beside the database. Throws a StartError when there is none to sign with.
 */
export function installationSecret(configured: string | undefined, dataDirectory: string): string {
  if (configured !== undefined) return configured;
  const file = join(dataDirectory, "secret");
  let secret: string;
  try {
    secret = readOrMake(file);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StartError(`The secret at ${file} cannot be read or made (${reason}).`, { cause });
  }
  if (secret.length >= leastCharacters) return secret;
  throw new StartError(
    `The secret at ${file} is damaged. Put it back from a backup; or remove it to get a new one, and everybody logs in again.`,
  );
}

function readOrMake(file: string): string {
  try {
    return readFileSync(file, "utf8").trim();
  } catch (error) {
    if (!hasCode(error, "ENOENT")) throw error;
  }
  makeWhole(file, `${randomBytes(32).toString("base64url")}\n`);
  return readFileSync(file, "utf8").trim();
}

/** The file appears with all it holds on disk, or not at all; one that is there already stays. */
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
