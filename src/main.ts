import module from "node:module";
import { fileURLToPath } from "node:url";
import { isMainThread } from "node:worker_threads";

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
