import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { PackedFile } from "../../../scripts/package/packed-files.ts";
import { writeArchive } from "../../../scripts/package/write-archive.ts";
import {
  readCurrentVersion,
  removeOtherVersions,
  requireChecksum,
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

test("a package is used only with the right checksum", async () => {
  const file = await makePackage("2.0.0");
  const sums = join(directory, "SHA256SUMS");
  const hash = createHash("sha256").update(readFileSync(file)).digest("hex");
  await expect(requireChecksum(file, undefined)).rejects.toThrow("There is no checksum of");
  await requireChecksum(file, hash.toUpperCase());
  writeFileSync(sums, `${hash}  furrow-2.0.0.tar.gz\n`);
  await requireChecksum(file, undefined);
  const bytes = readFileSync(file);
  bytes[100] = (bytes[100] ?? 0) ^ 1;
  writeFileSync(file, bytes);
  await expect(requireChecksum(file, undefined)).rejects.toThrow("its checksum differs");
  await expect(requireChecksum(join(directory, "none"), hash)).rejects.toThrow("There is no file");
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
