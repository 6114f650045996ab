import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { environmentWithPrograms, nodeProgram } from "./places.mjs";
import { Problem } from "./problem.mjs";
import { run } from "./processes.mjs";

/** The headless shell comes first, because it takes a third less processor time than Chromium. */
const usualPlaces = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/**
 * Path of a Chromium that starts: an installed browser, else Debian's package if this user may
 * install packages, else Playwright's download. Throws a Problem when none of them starts.
 */
export async function findChromium() {
  const found = installed() ?? (await fromDebian()) ?? (await fromPlaywright());
  if (found !== undefined) return found;
  throw new Problem(
    "There is no Chromium for the browser journeys. Install one, or set CHROMIUM_PATH to where it is.",
  );
}

function installed() {
  const named = process.env.CHROMIUM_PATH;
  if (named && !starts(named))
    throw new Problem(`CHROMIUM_PATH is ${named}, which does not start.`);
  return named || usualPlaces.find(starts);
}

/**
 * Tests a browser by running it, because on some distributions the file is a script that only
 * explains how to install Chromium.
 *
 * @param {string} path
 */
function starts(path) {
  if (!existsSync(path)) return false;
  const { status, stdout } = spawnSync(path, ["--version"], { encoding: "utf8", timeout: 30_000 });
  return status === 0 && /Chrom/.test(stdout);
}

async function fromDebian() {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return undefined;
  console.log("Installing Chromium from the distribution's packages…");
  const environment = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  await run("apt-get", ["-qq", "update"], { environment, timeLimitMs: 120_000 });
  for (const name of ["chromium-headless-shell", "chromium"]) {
    const install = ["-qq", "install", "--yes", "--no-install-recommends", name];
    await run("apt-get", install, { environment, timeLimitMs: 300_000 });
    const found = usualPlaces.find(starts);
    if (found !== undefined) return found;
  }
  return undefined;
}

async function fromPlaywright() {
  const { chromium } = createRequire(import.meta.url)("@playwright/test");
  if (!starts(chromium.executablePath())) {
    console.log("Downloading Chromium by Playwright…");
    await run(nodeProgram(), ["node_modules/@playwright/test/cli.js", "install", "chromium"], {
      environment: environmentWithPrograms(),
      timeLimitMs: 300_000,
    });
  }
  return starts(chromium.executablePath()) ? chromium.executablePath() : undefined;
}
