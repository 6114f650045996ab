import module from "node:module";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import { isMainThread, workerData } from "node:worker_threads";

// V8 returns unused memory after a second without work, instead of half a minute. A lower limit during
// work would make each rendered page cost half as much again.
setFlagsFromString("--memory-reducer-delay-ms=1000");
setFlagsFromString("--gc-memory-reducer-start-delay-ms=1000");
// These collections age compiled code until V8 discards it: a server with few requests would compile the
// code of its pages again and again.
setFlagsFromString("--no-flush-bytecode");

// V8 stores compiled code in the folder of the program for the next start. It fails silently when
// that folder is not writable; `start.ts` then sets another one.
module.enableCompileCache(fileURLToPath(new URL("compiled", import.meta.url)));

if (isMainThread) {
  const { start } = await import("./server/start.ts");
  await start(new URL(import.meta.url));
} else if (workerData?.fileToCheck !== undefined) {
  // A thread loads no pages.
  await import("./server/watch-damage.ts");
} else {
  await import("./commands/backup-thread.ts");
}
