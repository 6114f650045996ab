import cluster from "node:cluster";
import { isMainThread } from "node:worker_threads";
import { StartError } from "./platform/errors.ts";
import { createLog } from "./platform/log.ts";
import { readSettings } from "./settings.ts";
import { superviseWorkers } from "./supervise.ts";

const program = new URL(import.meta.url);

async function main(): Promise<void> {
  const configuration = readSettings();
  const log = createLog(configuration.logLevel);
  // Node would print the error with all that it carries, such as the address in a database's words.
  process.on("uncaughtException", (err) => {
    log.fatal({ err }, "the program ends by an error that nothing has caught");
    process.exit(1);
  });
  if (configuration.workers > 1 && cluster.isPrimary) {
    superviseWorkers(configuration.workers, log);
    return;
  }
  const { serve } = await import("./serve.ts");
  await serve(configuration, log, program);
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
