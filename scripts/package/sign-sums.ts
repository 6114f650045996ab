import { createPrivateKey, createPublicKey, type KeyObject, sign } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The private Ed25519 key in PACKAGE_KEY: the text of a PEM file, or its path. Undefined without
 * the variable.
 */
export function packageKey(given = process.env.PACKAGE_KEY): KeyObject | undefined {
  if (given === undefined || given.trim() === "") return undefined;
  const key = createPrivateKey(given.includes("BEGIN") ? given : readFileSync(given, "utf8"));
  if (key.asymmetricKeyType === "ed25519") return key;
  throw new Error("PACKAGE_KEY is no Ed25519 key: openssl genpkey -algorithm ed25519 makes one.");
}

/** The public key of a pair as a line of `signing-keys`. */
export function publicLine(key: KeyObject): string {
  const publicKey = key.type === "private" ? createPublicKey(key) : key;
  return publicKey.export({ format: "der", type: "spki" }).toString("base64");
}

/** `signing-keys` of a package: the keys of the repository and the key that signs the package. */
export function signingKeys(listed: string, key: KeyObject | undefined): string {
  const own = key === undefined ? "" : publicLine(key);
  if (own === "" || listed.split("\n").some((line) => line.trim() === own)) return listed;
  return `${listed.replace(/\n*$/, "\n")}${own}\n`;
}

/**
 * Writes SHA256SUMS and, with a key, SHA256SUMS.sig. Without a key, removes the signature of
 * earlier packages.
 */
export function writeSums(directory: string, sums: string, key: KeyObject | undefined): void {
  writeFileSync(join(directory, "SHA256SUMS"), sums);
  const file = join(directory, "SHA256SUMS.sig");
  if (key !== undefined) {
    writeFileSync(file, `${sign(null, Buffer.from(sums), key).toString("base64")}\n`);
  } else if (existsSync(file)) rmSync(file);
}
