import { createHash } from "node:crypto";
import {
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, resolve, sep } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { reasonOf, StartError } from "../../platform/errors.ts";
import { syncToDisk } from "../../platform/files/directories.ts";

const sumsName = "SHA256SUMS";

/**
 * Compares a package with the given checksum, or with the line of SHA256SUMS beside the package.
 * Throws a StartError when the checksums differ, and when there is no checksum.
 */
export async function requireChecksum(file: string, given: string | undefined): Promise<void> {
  if (!existsSync(file)) throw new StartError(`There is no file ${file}.`);
  const expected = (given ?? checksumBeside(file)).toLowerCase();
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  if (hash.digest("hex") === expected) return;
  throw new StartError(
    `${file} is damaged or was changed: its checksum differs. Download the package and ${sumsName} again.`,
  );
}

function checksumBeside(file: string): string {
  const sums = join(dirname(file), sumsName);
  const lines = existsSync(sums) ? readFileSync(sums, "utf8").split("\n") : [];
  const line = lines.find((each) => each.slice(64).replace(/^ [ *]/, "") === basename(file));
  if (line !== undefined) return line.slice(0, 64);
  throw new StartError(
    `There is no checksum of ${basename(file)}. Put ${sumsName} beside it, or give the checksum with --sha256.`,
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

function filesBelow(directory: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Sets the version that the next start runs, completely or not at all. */
export function writeCurrentVersion(home: string, version: string): void {
  const file = join(home, "current");
  const draft = `${file}.draft`;
  writeFileSync(draft, `${version}\n`, { mode: 0o644 });
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
