// `npm run restore`: brings a site back from a backup into an empty place.
import { install } from "./install.mjs";
import { environmentWithPrograms, nodeProgram, root } from "./places.mjs";
import { runCommand } from "./problem.mjs";
import { handOver } from "./processes.mjs";

await runCommand(async () => {
  process.chdir(root);
  await install();
  const args = ["src/commands/restore.ts", ...process.argv.slice(2)];
  await handOver(nodeProgram(), args, environmentWithPrograms());
});
