import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { environmentWithoutPrograms } from "./places.mjs";
import { Problem } from "./problem.mjs";
import { run } from "./processes.mjs";

const lockFile = "package-lock.json";
/** npm writes this file when an installation is complete, and removes it before another begins. */
const installedFile = "node_modules/.package-lock.json";
const stampFile = "node_modules/.furrow-installed";

/**
 * Installs the packages of the lock file, unless they are installed already. Must run in the
 * repository's root.
 */
export async function install() {
  const lock = readFileSync(lockFile, "utf8");
  const stamp = createHash("sha256").update(lock).digest("hex");
  if (!existsSync(installedFile) || !(stampIs(stamp) || installedByHand(lock))) {
    console.log("Installing the packages…");
    const settings = ["--include=dev", "--include=optional", "--no-audit", "--no-fund"];
    // On Windows, npm is a script, and only a shell can run a script.
    const [npm, ...args] = process.platform === "win32" ? ["cmd", "/c", "npm"] : ["npm"];
    const code = await run(npm, [...args, "ci", ...settings, "--loglevel=error"], {
      environment: environmentWithoutPrograms(),
    });
    if (code !== 0) {
      throw new Problem("The packages could not be installed. The message of npm is shown above.");
    }
  }
  if (!stampIs(stamp)) writeFileSync(stampFile, stamp);
}

/** @param {string} stamp */
function stampIs(stamp) {
  return existsSync(stampFile) && readFileSync(stampFile, "utf8") === stamp;
}

/** @param {string} lock Contents of the lock file. */
function installedByHand(lock) {
  /** @type {Record<string, { version: string, optional?: boolean }>} */
  const wanted = JSON.parse(lock).packages;
  const installed = JSON.parse(readFileSync(installedFile, "utf8")).packages;
  return Object.entries(wanted).every(([path, { version, optional }]) => {
    if (path === "") return true;
    return path in installed ? installed[path].version === version : optional === true;
  });
}
