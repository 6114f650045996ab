// `npm run fuzz`: hostile requests to every call of the OpenAPI document.
import { build } from "./build.mjs";
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
  await handOver(
    nodeProgram(),
    ["tests/fuzz/fuzz.ts", ...process.argv.slice(2)],
    environmentWithPrograms(),
  );
});
