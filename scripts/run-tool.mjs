import { build } from "./build.mjs";
import { findChromium } from "./chromium.mjs";
import { install } from "./install.mjs";
import { environmentWithPrograms, nodeProgram, root } from "./places.mjs";
import { runCommand } from "./problem.mjs";
import { handOver } from "./processes.mjs";
import { ownTemporaryDirectory } from "./temporary-directory.mjs";

/** Runs a tool of the repository, such as `bench/bench.ts`, with this command's own arguments. */
export function runTool(file, { needsBuild, needsBrowser = false }) {
  return runCommand(async () => {
    process.chdir(root);
    await install();
    if (needsBuild) await build();
    ownTemporaryDirectory();
    const browser = needsBrowser ? { CHROMIUM_PATH: await findChromium() } : {};
    const environment = environmentWithPrograms(browser);
    await handOver(nodeProgram(), [file, ...process.argv.slice(2)], environment);
  });
}
