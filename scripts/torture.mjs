// `npm run torture`: kills the program at its worst moments, and looks at what is left.
import { install } from "./install.mjs";
import { environmentWithPrograms, nodeProgram, root } from "./places.mjs";
import { runCommand } from "./problem.mjs";
import { handOver } from "./processes.mjs";
import { ownTemporaryDirectory } from "./temporary-directory.mjs";

await runCommand(async () => {
  process.chdir(root);
  await install();
  ownTemporaryDirectory();
  await handOver(
    nodeProgram(),
    ["tests/torture/torture.ts", ...process.argv.slice(2)],
    environmentWithPrograms(),
  );
});
