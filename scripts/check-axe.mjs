// `npm run check:axe`: every screen by day and by night, wide and narrow, with text of both sizes.
import { build } from "./build.mjs";
import { findChromium } from "./chromium.mjs";
import { install } from "./install.mjs";
import { environmentWithPrograms, nodeProgram, root } from "./places.mjs";
import { runCommand } from "./problem.mjs";
import { handOver } from "./processes.mjs";
import { ownTemporaryDirectory } from "./temporary-directory.mjs";

await runCommand(async () => {
  process.chdir(root);
  await install();
  await build();
  ownTemporaryDirectory();
  const playwright = "node_modules/@playwright/test/cli.js";
  const command = [
    playwright,
    "test",
    "tests/e2e/accessibility",
    "--fully-parallel",
    "--reporter=list",
  ];
  const settings = { CHROMIUM_PATH: await findChromium(), EVERY_SCREEN: "1" };
  await handOver(nodeProgram(), command, environmentWithPrograms(settings));
});
