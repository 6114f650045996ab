import { createHash, generateKeyPairSync, type KeyObject } from "node:crypto";
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { PackedFile } from "../../../scripts/package/packed-files.ts";
import {
  packageKey,
  publicLine,
  signingKeys,
  writeSums,
} from "../../../scripts/package/sign-sums.ts";
import { writeArchive } from "../../../scripts/package/write-archive.ts";
import { readTrustedKeys } from "./package-signature.ts";
import {
  readCurrentVersion,
  removeOtherVersions,
  requireGenuine,
  unpackVersion,
  writeCurrentVersion,
} from "./unpack-package.ts";

let directory: string;
let home: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "furrow-unpack-"));
  home = join(directory, "home");
  mkdirSync(join(home, "versions/1.0.0"), { recursive: true });
  writeCurrentVersion(home, "1.0.0");
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const here = { os: process.platform as string, cpu: process.arch as string };

async function makePackage(
  version: string,
  { platform = here, format = "tar.gz", extra = [] as PackedFile[] } = {},
): Promise<string> {
  const root = `furrow-${version}/versions/${version}`;
  const about = JSON.stringify({ name: "furrow", version, platform });
  const file = join(directory, `furrow-${version}.${format}`);
  const files = [
    { path: `${root}/package.json`, source: { text: about }, isProgram: false },
    { path: `${root}/bin/node`, source: { text: "#!/bin/sh\n" }, isProgram: true },
    ...extra,
  ];
  await writeArchive(file, files, { format: format as "tar.gz" | "zip", timeSeconds: 1e9 });
  return file;
}

const [first, second] = [generateKeyPairSync("ed25519"), generateKeyPairSync("ed25519")];

/** Signs the checksums of packages in a folder of their own. */
async function makeSigned(version: string, key: KeyObject | null = first.privateKey) {
  const made = await makePackage(version);
  const folder = mkdtempSync(join(directory, "download-"));
  const file = join(folder, basename(made));
  copyFileSync(made, file);
  const hash = createHash("sha256").update(readFileSync(file)).digest("hex");
  writeSums(folder, `${hash}  ${basename(file)}\n`, key ?? undefined);
  return {
    file,
    hash,
    sums: join(folder, "SHA256SUMS"),
    signature: join(folder, "SHA256SUMS.sig"),
  };
}

const trusting = (...keys: KeyObject[]) => ({
  trusted: keys,
  allowUnsigned: false,
  checksum: undefined,
});

test("a package is used only if a trusted key has signed its checksum", async () => {
  const { file, hash, sums, signature } = await makeSigned("2.0.0");
  await requireGenuine(file, trusting(second.publicKey, first.publicKey));
  await requireGenuine(file, { ...trusting(first.publicKey), checksum: hash.toUpperCase() });
  const other = requireGenuine(file, { ...trusting(first.publicKey), checksum: "0".repeat(64) });
  await expect(other).rejects.toThrow("its checksum differs");
  await expect(requireGenuine(file, trusting(second.publicKey))).rejects.toThrow(
    "by no key that this version trusts",
  );
  await expect(requireGenuine(file, trusting())).rejects.toThrow("was packaged without a key");
  const missing = requireGenuine(join(directory, "none"), trusting(first.publicKey));
  await expect(missing).rejects.toThrow("There is no file");

  const bytes = readFileSync(file);
  writeFileSync(file, Buffer.concat([bytes, Buffer.from("x")]));
  const changed = requireGenuine(file, trusting(first.publicKey));
  await expect(changed).rejects.toThrow("its checksum differs");
  // Somebody who changes a package can write its new checksum, but cannot sign it.
  const newHash = createHash("sha256").update(readFileSync(file)).digest("hex");
  writeFileSync(sums, `${newHash}  ${basename(file)}\n`);
  const rewritten = requireGenuine(file, trusting(first.publicKey));
  await expect(rewritten).rejects.toThrow("by no key that this version trusts");
  for (const text of ["", "\n", "no signature", `${"A".repeat(86)}==\n`]) {
    writeFileSync(signature, text);
    await expect(requireGenuine(file, trusting(first.publicKey))).rejects.toThrow("by no key");
  }
  rmSync(signature);
  await expect(requireGenuine(file, trusting(first.publicKey))).rejects.toThrow(
    "There is no signature",
  );
  const typed = requireGenuine(file, { ...trusting(first.publicKey), checksum: newHash });
  await expect(typed).rejects.toThrow("There is no signature");
});

test("a signed checksum counts for the package of its name only", async () => {
  const { file } = await makeSigned("2.1.0");
  const renamed = join(dirname(file), "furrow-9.9.9.tar.gz");
  copyFileSync(file, renamed);
  await expect(requireGenuine(renamed, trusting(first.publicKey))).rejects.toThrow(
    "There is no checksum of furrow-9.9.9.tar.gz",
  );
});

test("a package without a signature is used only if that is allowed, and with the right checksum", async () => {
  const { file, hash, sums } = await makeSigned("2.2.0", null);
  const allowed = { trusted: [], allowUnsigned: true, checksum: undefined };
  await requireGenuine(file, allowed);
  rmSync(sums);
  await expect(requireGenuine(file, allowed)).rejects.toThrow("There is no checksum of");
  await requireGenuine(file, { ...allowed, checksum: hash });
  const wrong = requireGenuine(file, { ...allowed, checksum: "0".repeat(64) });
  await expect(wrong).rejects.toThrow("its checksum differs");
});

test("a version trusts the keys in its own file, and a package can bring a new key", () => {
  const folder = mkdtempSync(join(directory, "version-"));
  expect(readTrustedKeys(folder)).toEqual([]);
  const listed = `# The next key\n${publicLine(second.privateKey)}\n`;
  const text = signingKeys(listed, first.privateKey);
  writeFileSync(join(folder, "signing-keys"), text);
  expect(signingKeys(text, first.privateKey)).toBe(text);
  const keys = readTrustedKeys(folder);
  expect(keys.map((key) => publicLine(key))).toEqual(
    [second, first].map(({ publicKey }) => publicLine(publicKey)),
  );
  const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });
  for (const line of ["no key", publicLine(rsa.privateKey)]) {
    writeFileSync(join(folder, "signing-keys"), `${line}\n`);
    expect(() => readTrustedKeys(folder)).toThrow("is no public Ed25519 key");
  }
});

test("the key of a package is given as text or as a file, and must be an Ed25519 key", () => {
  const pem = first.privateKey.export({ format: "pem", type: "pkcs8" }).toString();
  const file = join(directory, "key.pem");
  writeFileSync(file, pem);
  const lines = [pem, file].map((given) => publicLine(packageKey(given) as KeyObject));
  expect(lines).toEqual([publicLine(first.publicKey), publicLine(first.publicKey)]);
  expect(packageKey("")).toBeUndefined();
  const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
  const rsaPem = rsa.export({ format: "pem", type: "pkcs8" }).toString();
  expect(() => packageKey(rsaPem)).toThrow("is no Ed25519 key");
});

test("a version that root unpacks can be run by the user of the service", async () => {
  const file = await makePackage("4.0.0");
  const former = process.umask(0o077);
  try {
    const { folder } = await unpackVersion(file, home, "1.0.0");
    writeCurrentVersion(home, "1.0.0");
    const modes = ["", "bin", "bin/node", "package.json", "../../current"].map((name) =>
      (statSync(join(folder, name)).mode & 0o777).toString(8),
    );
    expect(modes).toEqual(["755", "755", "755", "644", "644"]);
    rmSync(folder, { recursive: true });
  } finally {
    process.umask(former);
  }
});

test.each(["tar.gz", "zip"])(
  "a version is unpacked from a %s beside the running version, also after an interruption",
  async (format) => {
    const file = await makePackage("3.0.0", { format });
    mkdirSync(join(home, "versions/.unpacking-1/half"), { recursive: true });
    mkdirSync(join(home, "versions/3.0.0/leftover"), { recursive: true });
    const { version, folder } = await unpackVersion(file, home, "1.0.0");
    expect([version, folder]).toEqual(["3.0.0", join(home, "versions/3.0.0")]);
    expect(readdirSync(folder).sort()).toEqual(["bin", "package.json"]);
    expect(readdirSync(join(home, "versions")).sort()).toEqual(["1.0.0", "3.0.0"]);
  },
);

test("a package is refused without a trace if its platform, its version or a path in it is wrong", async () => {
  const other = await makePackage("4.0.0", { platform: { os: "plan9", cpu: "x64" } });
  await expect(unpackVersion(other, home, "1.0.0")).rejects.toThrow(/is for plan9 x64, but this/);
  const same = await makePackage("1.0.0");
  await expect(unpackVersion(same, home, "1.0.0")).rejects.toThrow("which this site already runs");
  const outside = { path: "../../../escaped", source: { text: "x" }, isProgram: false };
  const escaping = await makePackage("5.0.0", { format: "zip", extra: [outside] });
  await expect(unpackVersion(escaping, home, "1.0.0")).rejects.toThrow("leaves the package");
  const broken = join(directory, "broken.tar.gz");
  writeFileSync(broken, "no archive");
  await expect(unpackVersion(broken, home, "1.0.0")).rejects.toThrow("cannot be unpacked");
  expect(readdirSync(join(home, "versions")).sort()).toEqual(["1.0.0", "3.0.0"]);
  expect(readdirSync(directory)).not.toContain("escaped");
});

test("the current version can be set, and all versions except the given ones are removed", () => {
  writeCurrentVersion(home, "3.0.0");
  expect(readCurrentVersion(home)).toBe("3.0.0");
  mkdirSync(join(home, "versions/0.9.0"));
  expect(removeOtherVersions(home, ["1.0.0", "3.0.0"])).toEqual(["0.9.0"]);
  expect(readdirSync(home).sort()).toEqual(["current", "versions"]);
});
