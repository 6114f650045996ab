import module from "node:module";
import { fileURLToPath } from "node:url";
import { isMainThread, workerData } from "node:worker_threads";

// New files contain data of customers and secrets, so no other user of the machine may read them.
// A thread cannot set the mask, and has that of its process.
if (isMainThread) process.umask(0o077);

// V8 stores compiled code in the folder of the program for the next start. Storing fails silently
// when that folder is not writable; `start.ts` then sets another folder.
module.enableCompileCache(fileURLToPath(new URL("compiled", import.meta.url)));

const [command, ...args] = process.argv.slice(2);
if (isMainThread && (command === undefined || (command === "start" && args.length === 0))) {
  const { start } = await import("./server/start.ts");
  await start(new URL(import.meta.url));
} else if (isMainThread && command === "take-over") {
  const { start } = await import("./server/start.ts");
  await start(new URL(import.meta.url), { takesOver: true });
} else if (isMainThread) {
  const { runCommandLine } = await import("./commands/command-line.ts");
  await runCommandLine(process.argv.slice(2), new URL(import.meta.url));
} else if (workerData?.fileToCheck !== undefined) {
  // A worker thread loads only the module for its job, and not the modules of the pages.
  await import("./server/watch-damage.ts");
} else if (workerData?.parses === true) {
  await import("./server/parsing-thread.ts");
} else {
  await import("./server/backup-thread.ts");
}
