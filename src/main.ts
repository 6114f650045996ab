import module from "node:module";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import { isMainThread, workerData } from "node:worker_threads";

// A server that has nothing to do gives back what it no longer needs after a second, not half a minute.
// Keeping less while there is something to do would cost half as much again for each page rendered.
setFlagsFromString("--memory-reducer-delay-ms=1000");
setFlagsFromString("--gc-memory-reducer-start-delay-ms=1000");
// That collecting counts as age, and code that has aged is thrown away: a server that is asked for a page
// now and then would compile what sends it again and again.
setFlagsFromString("--no-flush-bytecode");

// The engine keeps what it compiles beside the program, and need not compile it at the next start.
// It fails without a word where that cannot be written; `start.ts` knows another place.
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
