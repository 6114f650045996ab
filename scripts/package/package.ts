import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  createReadStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { parseArgs } from "node:util";
import { externalPackages } from "../bundle/external-packages.ts";
import { environmentWithoutPrograms } from "../places.mjs";
import { billFor, type CycloneDx } from "./bill-of-materials.ts";
import { type LockFile, reducedLock } from "./lock-file.ts";
import { filesIn, isNeeded, type PackedFile } from "./packed-files.ts";
import { type Platform, platforms } from "./platforms.ts";
import { packageKey, publicLine, signingKeys, writeSums } from "./sign-sums.ts";
import { writeArchive } from "./write-archive.ts";

// `npm run package`: makes the packages of all platforms in `dist-packages/`. `-- --only linux-x64`
// makes one, `-- --version 1.2.3` names another version, and `-- --to DIRECTORY` another folder.
// PACKAGE_KEY, the private key or its file, signs the packages.

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    version: { type: "string" },
    to: { type: "string", default: "dist-packages" },
  },
});
const directory = values.to;
const packageJson = JSON.parse(readFileSync("package.json", "utf8"));
const version: string = values.version ?? packageJson.version;
const lock: LockFile = JSON.parse(readFileSync("package-lock.json", "utf8"));
const timeSeconds = timeOfSources();
const key = packageKey();

mkdirSync(directory, { recursive: true });
const npmBill: CycloneDx = JSON.parse(
  npm(".", ["sbom", "--package-lock-only", "--omit=dev", "--sbom-format=cyclonedx"]),
);
const made: string[] = [];
for (const platform of platforms) {
  if (values.only !== undefined && values.only !== platform.name) continue;
  made.push(...(await packageFor(platform)));
}
if (made.length === 0) throw new Error(`There is no platform ${values.only}.`);
const sums: string[] = [];
for (const name of made.sort()) sums.push(`${await hashOf(join(directory, name))}  ${name}\n`);
writeSums(directory, sums.join(""), key);
process.stdout.write(sums.join(""));
console.log(
  key === undefined
    ? "The packages are not signed, because PACKAGE_KEY is not set: `furrow upgrade` refuses them without --allow-unsigned."
    : `Signed in SHA256SUMS.sig with the key ${publicLine(key)}`,
);

async function packageFor(platform: Platform): Promise<string[]> {
  const temporary = mkdtempSync(join(tmpdir(), "package-"));
  try {
    const names = [...externalPackages, platform.runtime];
    const reduced = reducedLock(lock, names, version);
    writeFileSync(join(temporary, "package.json"), JSON.stringify(reduced.packageJson));
    writeFileSync(join(temporary, "package-lock.json"), JSON.stringify(reduced.lock));
    const { os, cpu, libc } = platform;
    const system = [
      `--os=${os}`,
      `--cpu=${cpu}`,
      ...(libc === undefined ? [] : [`--libc=${libc}`]),
    ];
    const quiet = ["--no-audit", "--no-fund", "--loglevel=error"];
    npm(temporary, ["ci", "--ignore-scripts", "--omit=dev", ...system, ...quiet]);

    const name = `furrow-${version}-${platform.name}`;
    const bill = JSON.stringify(billFor(npmBill, lock, { platform, timeSeconds }), null, 1);
    const archive = `${name}.${platform.format}`;
    const files = filesOf(platform, join(temporary, "node_modules"), { name, bill });
    await writeArchive(join(directory, archive), files, { format: platform.format, timeSeconds });
    writeFileSync(join(directory, `${name}.cdx.json`), bill);
    const megabytes = (statSync(join(directory, archive)).size / 1e6).toFixed(1);
    console.log(`${archive}: ${files.length} files, ${megabytes} MB`);
    return [archive, `${name}.cdx.json`];
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

function filesOf(
  platform: Platform,
  modules: string,
  { name, bill }: { readonly name: string; readonly bill: string },
): PackedFile[] {
  const home = `${name}/versions/${version}`;
  const text = (path: string, content: string) => ({
    path,
    source: { text: content },
    isProgram: false,
  });
  const copy = (path: string, file: string) => ({ path, source: { file }, isProgram: false });
  const isWindows = platform.os === "win32";
  const launcher = isWindows ? "furrow.cmd" : "furrow";
  const runtime = (path: string) => path.startsWith(`${platform.runtime}/`);
  const { license, description } = packageJson;
  const about = { name: "furrow", version, description, license, private: true, type: "module" };
  const platformOfPackage = { os: platform.os, cpu: platform.cpu };
  return [
    { ...copy(`${name}/${launcher}`, `scripts/package/${launcher}`), isProgram: true },
    text(`${name}/current`, `${version}\n`),
    copy(`${name}/LICENSE`, "LICENSE"),
    copy(`${name}/LICENSE-fonts`, "LICENSE-fonts"),
    copy(`${name}/CHANGELOG.md`, "CHANGELOG.md"),
    copy(`${name}/INSTALLATION.md`, "docs/INSTALLATION.md"),
    copy(`${home}/LICENSE-node`, licenseOfRuntime(platform, modules)),
    text(
      `${home}/package.json`,
      JSON.stringify({ ...about, platform: platformOfPackage }, null, 1),
    ),
    text(`${home}/sbom.cdx.json`, bill),
    text(
      `${home}/signing-keys`,
      signingKeys(readFileSync("scripts/package/signing-keys", "utf8"), key),
    ),
    {
      ...copy(`${home}/${platform.program}`, join(modules, platform.runtime, platform.program)),
      isProgram: true,
    },
    ...(platform.library === undefined
      ? []
      : [copy(`${home}/lib/libatomic.so.1`, platform.library)]),
    ...filesIn("build", `${home}/build`, isBuilt),
    ...filesIn(modules, `${home}/node_modules`, (path) => !runtime(path) && isNeeded(path)),
  ];
}

/**
 * The package with the runtime for Windows has no license file, so this function takes the file of
 * another platform's runtime, which has the same version and license.
 */
function licenseOfRuntime({ runtime }: Platform, modules: string): string {
  const own = join(modules, runtime, "LICENSE");
  const others = platforms.map((each) => join("node_modules", each.runtime, "LICENSE"));
  const found = [own, ...others].find((file) => existsSync(file));
  if (found === undefined) throw new Error(`The license of ${runtime} is missing.`);
  return found;
}

/** Excludes files that a running server has written, and files that only tests read. */
function isBuilt(path: string): boolean {
  return /^(client|server)\//.test(path) && !/^server\/(compiled\/|contents\.json$)/.test(path);
}

function npm(cwd: string, args: readonly string[]): string {
  const [program, ...first] = process.platform === "win32" ? ["cmd", "/c", "npm"] : ["npm"];
  return execFileSync(program ?? "npm", [...first, ...args], {
    cwd,
    env: environmentWithoutPrograms(),
    encoding: "utf8",
    maxBuffer: 64 * 1024 ** 2,
    stdio: ["ignore", "pipe", "inherit"],
  });
}

/** The time in SOURCE_DATE_EPOCH; without this variable, the time of the last commit. */
function timeOfSources(): number {
  const given = process.env.SOURCE_DATE_EPOCH;
  if (given !== undefined) return Number(given);
  try {
    return Number(execFileSync("git", ["log", "-1", "--format=%ct"], { encoding: "utf8" }));
  } catch {
    // Outside a repository: the earliest time that a zip file can store.
    return Date.UTC(1980, 0, 1) / 1000;
  }
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
}
