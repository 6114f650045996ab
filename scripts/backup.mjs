// `npm run backup`: copies a running site, or one that stands still, into one checked file.
import { install } from "./install.mjs";
import { environmentWithPrograms, nodeProgram, root } from "./places.mjs";
import { runCommand } from "./problem.mjs";
import { handOver } from "./processes.mjs";

await runCommand(async () => {
  process.chdir(root);
  await install();
  const args = ["src/commands/backup.ts", ...process.argv.slice(2)];
  await handOver(nodeProgram(), args, environmentWithPrograms());
});
