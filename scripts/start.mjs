// `npm start`: from a fresh clone, or from whatever is there, to a running site.
import { build, serverFile } from "./build.mjs";
import { install } from "./install.mjs";
import { environmentWithPrograms, nodeProgram, root } from "./places.mjs";
import { runCommand } from "./problem.mjs";
import { handOver } from "./processes.mjs";

await runCommand(async () => {
  process.chdir(root);
  await install();
  await build();
  // Read before a program begins. Of the C library's several stores for as many threads, each keeps what
  // it once held: a fifth of an idle server's memory.
  const { MALLOC_ARENA_MAX = "1" } = process.env;
  const environment = environmentWithPrograms({ NODE_ENV: "production", MALLOC_ARENA_MAX });
  await handOver(nodeProgram(), [serverFile], environment);
});
