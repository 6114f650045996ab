import { isMainThread } from "node:worker_threads";
import { StartError } from "./platform/errors.ts";
import { createLog } from "./platform/log.ts";
import { readSettings } from "./settings.ts";

const program = new URL(import.meta.url);

async function main(): Promise<void> {
  const configuration = readSettings();
  const { serve } = await import("./serve.ts");
  await serve(configuration, createLog(configuration.logLevel), program);
}

if (isMainThread) {
  await main().catch((error: unknown) => {
    if (!(error instanceof StartError)) throw error;
    console.error(`Furrow could not start.\n${error.message}`);
    process.exit(1);
  });
} else {
  // A thread loads no pages.
  await import("./backup-thread.ts");
}
