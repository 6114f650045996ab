// `npm run dev`: serves from the sources, and shows changes at once.
import { install } from "./install.mjs";
import { environmentWithPrograms, nodeProgram, root } from "./places.mjs";
import { runCommand } from "./problem.mjs";
import { handOver } from "./processes.mjs";

await runCommand(async () => {
  process.chdir(root);
  await install();
  const environment = environmentWithPrograms({ NODE_ENV: "development" });
  await handOver(nodeProgram(), ["src/server/dev-server.ts"], environment);
});
