import module from "node:module";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import { isMainThread, workerData } from "node:worker_threads";

// Makes V8 return unused memory one second after a garbage collection, instead of after half a
// minute. A memory limit would save memory as well, but would make each page take one and a half
// times as long to render.
setFlagsFromString("--memory-reducer-delay-ms=1000");
setFlagsFromString("--gc-memory-reducer-start-delay-ms=1000");
// Without this flag, the garbage collections that return unused memory also discard compiled code,
// and a server with few requests would compile the code of its pages again and again.
setFlagsFromString("--no-flush-bytecode");

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
