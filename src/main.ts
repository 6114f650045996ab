import module from "node:module";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import { isMainThread } from "node:worker_threads";

// Room for new objects stays as small as it begins, and old ones are looked through each time that a
// fifth came to them: else a thousand requests leave a process with three times what it needs.
setFlagsFromString("--semi-space-growth-factor=1");
setFlagsFromString("--heap-growing-percent=20");

// The engine keeps what it compiles beside the program, and need not compile it at the next start.
// It fails without a word where that cannot be written; `start.ts` knows another place.
module.enableCompileCache(fileURLToPath(new URL("compiled", import.meta.url)));

if (isMainThread) {
  const { start } = await import("./start.ts");
  await start(new URL(import.meta.url));
} else {
  // A thread loads no pages.
  await import("./backup-thread.ts");
}
