// `npm run bench`: measured figures, beside a baseline taken in the same run.
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
    ["bench/bench.ts", ...process.argv.slice(2)],
    environmentWithPrograms(),
  );
});
