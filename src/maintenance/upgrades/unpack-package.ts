import { createHash, type KeyObject } from "node:crypto";
import {
  chmodSync,
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, resolve, sep } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { reasonOf, StartError } from "#platform/errors.ts";
import { syncToDisk } from "#platform/files/directories.ts";
import { signedSums, unsignedSums } from "./package-signature.ts";

interface Origin {
  /** Keys that the running version trusts. */
  readonly trusted: readonly KeyObject[];
  /** Accepts a package without a signature. */
  readonly allowUnsigned: boolean;
  /** Checksum that a person has typed. */
  readonly checksum: string | undefined;
}

/**
 * Checks a package before anything of it is unpacked: a trusted key has signed SHA256SUMS, and the
 * package has the checksum that is written there, and the typed one. Throws a StartError otherwise.
 */
export async function requireGenuine(
  file: string,
  { trusted, allowUnsigned, checksum }: Origin,
): Promise<void> {
  if (!existsSync(file)) throw new StartError(`There is no file ${file}.`);
  if (!allowUnsigned) await requireChecksum(file, checksumIn(signedSums(file, trusted), file));
  else if (checksum === undefined)
    await requireChecksum(file, checksumIn(unsignedSums(file), file));
  if (checksum !== undefined) await requireChecksum(file, checksum);
}

async function requireChecksum(file: string, given: string): Promise<void> {
  const expected = given.toLowerCase();
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  if (hash.digest("hex") === expected) return;
  throw new StartError(
    `${file} is damaged or was changed: its checksum differs. Download the package and SHA256SUMS again.`,
  );
}

function checksumIn(sums: string, file: string): string {
  const lines = sums.split("\n");
  const line = lines.find((each) => each.slice(64).replace(/^ [ *]/, "") === basename(file));
  if (line !== undefined) return line.slice(0, 64);
  throw new StartError(
    `There is no checksum of ${basename(file)} in SHA256SUMS beside it. Download SHA256SUMS again, and keep the name of the package.`,
  );
}

export interface UnpackedVersion {
  readonly version: string;
  readonly folder: string;
}

const unpackingPrefix = ".unpacking-";

/**
 * Unpacks the version of a package into `versions/` of an installation, completely or not at all.
 * Throws a StartError when the file is no package for this machine, or holds the running version.
 */
export async function unpackVersion(
  file: string,
  home: string,
  running: string,
): Promise<UnpackedVersion> {
  const versions = join(home, "versions");
  for (const name of readdirSync(versions)) {
    if (name.startsWith(unpackingPrefix)) rmSync(join(versions, name), { recursive: true });
  }
  const draft = join(versions, `${unpackingPrefix}${process.pid}`);
  mkdirSync(draft);
  try {
    await unpack(file, draft).catch((cause: unknown) => {
      throw new StartError(`${file} cannot be unpacked (${reasonOf(cause)}).`, { cause });
    });
    const { version, source } = versionIn(draft, file);
    if (version === running) {
      throw new StartError(`${file} holds version ${version}, which this site already runs.`);
    }
    const folder = join(versions, version);
    letEveryUserRun(source);
    for (const path of filesBelow(source)) syncToDisk(path);
    rmSync(folder, { recursive: true, force: true });
    renameSync(source, folder);
    syncToDisk(versions);
    return { version, folder };
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

async function unpack(file: string, target: string): Promise<void> {
  if (file.endsWith(".zip")) {
    const { unzipSync } = await import("fflate");
    for (const [name, bytes] of Object.entries(unzipSync(readFileSync(file)))) {
      const path = resolve(target, name);
      if (!path.startsWith(target + sep)) throw new Error(`The path ${name} leaves the package`);
      if (name.endsWith("/")) continue;
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, bytes);
    }
    return;
  }
  const { unpackTar } = await import("modern-tar/fs");
  await pipeline(createReadStream(file), createGunzip(), unpackTar(target, { strict: true }));
}

/** The only version in an unpacked package. */
function versionIn(directory: string, file: string) {
  const fail = (reason: string) => new StartError(`${file} is not a Furrow package: ${reason}.`);
  const [root, ...others] = readdirSync(directory);
  if (root === undefined || others.length > 0) throw fail("it does not have exactly one folder");
  const versions = join(directory, root, "versions");
  const [version] = existsSync(versions) ? readdirSync(versions) : [];
  if (version === undefined || !/^\d+\.\d+\.\d+[\w.+-]*$/.test(version)) {
    throw fail("it has no version");
  }
  const source = join(versions, version);
  const about = JSON.parse(readFileSync(join(source, "package.json"), "utf8"));
  if (about.name !== "furrow" || about.version !== version) throw fail("its version is unclear");
  const { os, cpu } = about.platform ?? {};
  if (os !== process.platform || cpu !== process.arch) {
    throw new StartError(
      `${file} is for ${os} ${cpu}, but this machine is ${process.platform} ${process.arch}.`,
    );
  }
  return { version, source };
}

/** The program holds no secret; root can unpack it, and the service runs as another user. */
function letEveryUserRun(directory: string): void {
  chmodSync(directory, 0o755);
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue;
    const path = join(entry.parentPath, entry.name);
    const canRun = entry.isDirectory() || (statSync(path).mode & 0o100) !== 0;
    chmodSync(path, canRun ? 0o755 : 0o644);
  }
}

function filesBelow(directory: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Sets the version that the next start runs, completely or not at all. */
export function writeCurrentVersion(home: string, version: string): void {
  const file = join(home, "current");
  const draft = `${file}.draft`;
  writeFileSync(draft, `${version}\n`);
  chmodSync(draft, 0o644);
  syncToDisk(draft);
  renameSync(draft, file);
  syncToDisk(home);
}

export function readCurrentVersion(home: string): string {
  return readFileSync(join(home, "current"), "utf8").trim();
}

/** Removes all versions but the given ones. Returns the names of the removed versions. */
export function removeOtherVersions(home: string, kept: readonly string[]): string[] {
  const versions = join(home, "versions");
  const removed = readdirSync(versions).filter((name) => !kept.includes(name));
  for (const name of removed) rmSync(join(versions, name), { recursive: true, force: true });
  return removed;
}
