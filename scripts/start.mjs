// `npm start`: from a fresh clone, or from whatever is there, to a running site.
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build, serverFile } from "./build.mjs";
import { install } from "./install.mjs";
import { environmentWithPrograms, nodeProgram, root, runsOnRequiredNode } from "./places.mjs";
import { runCommand } from "./problem.mjs";
import { handOver } from "./processes.mjs";

await runCommand(async () => {
  process.chdir(root);
  await install();
  await build();
  process.env.NODE_ENV = "production";
  if (!runsOnRequiredNode()) {
    await handOver(nodeProgram(), [serverFile], environmentWithPrograms());
  }
  await import(pathToFileURL(resolve(serverFile)).href);
});
