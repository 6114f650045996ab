// `npm run check-ledger`: compares all that is kept about money, beside a running server or without.
import { install } from "./install.mjs";
import { environmentWithPrograms, nodeProgram, root } from "./places.mjs";
import { runCommand } from "./problem.mjs";
import { handOver } from "./processes.mjs";

await runCommand(async () => {
  process.chdir(root);
  await install();
  await handOver(nodeProgram(), ["src/commands/check-ledger.ts"], environmentWithPrograms());
});
