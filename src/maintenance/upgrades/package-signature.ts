import { createPublicKey, type KeyObject, verify } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { StartError } from "#platform/errors.ts";

const sumsName = "SHA256SUMS";
const signatureName = "SHA256SUMS.sig";

/** The file of a version that holds the public keys whose packages may replace the version. */
const keysName = "signing-keys";

/**
 * The keys that a version trusts: one Ed25519 key per line, in base64; lines that begin with # are
 * comments. Empty for a version that was packaged without a key.
 */
export function readTrustedKeys(folder: string): readonly KeyObject[] {
  const file = join(folder, keysName);
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8")
    .split("\n")
    .map((line) => line.trim());
  return lines.filter((line) => line !== "" && !line.startsWith("#")).map(keyIn);
}

function keyIn(line: string): KeyObject {
  try {
    const key = createPublicKey({ key: Buffer.from(line, "base64"), format: "der", type: "spki" });
    if (key.asymmetricKeyType === "ed25519") return key;
  } catch {
    // Answered below, like a key of another type.
  }
  throw new StartError(`A line of ${keysName} is no public Ed25519 key: ${line.slice(0, 20)}…`);
}

const risk =
  "If you have made the package yourself, add --allow-unsigned: without a signature, whoever has made or changed the package gets all data of the site.";

/**
 * Returns the checksums beside a package, after one of the trusted keys was found to have signed
 * them. Throws a StartError otherwise.
 */
export function signedSums(file: string, trusted: readonly KeyObject[]): string {
  if (trusted.length === 0) {
    throw new StartError(
      `This version was packaged without a key, so it cannot check who has made ${file}. ${risk}`,
    );
  }
  const [sums, signature] = [sumsName, signatureName].map((name) => join(dirname(file), name));
  if (!sums || !signature || !existsSync(sums) || !existsSync(signature)) {
    throw new StartError(
      `There is no signature of ${file}. Put ${sumsName} and ${signatureName} of the same download beside it. ${risk}`,
    );
  }
  const bytes = readFileSync(sums);
  const lines = readFileSync(signature, "utf8")
    .split("\n")
    .map((line) => line.trim());
  const isSigned = lines
    .filter((line) => line !== "")
    .some((line) => trusted.some((key) => verify(null, bytes, key, Buffer.from(line, "base64"))));
  if (isSigned) return bytes.toString("utf8");
  throw new StartError(
    `${signatureName} beside ${file} is by no key that this version trusts, or ${sumsName} was changed. Download both and the package again from where you got Furrow. ${risk}`,
  );
}

/** The checksums beside a package, without a check of who has made them; "" without the file. */
export function unsignedSums(file: string): string {
  const sums = join(dirname(file), sumsName);
  return existsSync(sums) ? readFileSync(sums, "utf8") : "";
}
