import cluster from "node:cluster";
import { StartError } from "./platform/errors.ts";
import { createLog } from "./platform/log.ts";
import { serve } from "./serve.ts";
import { readSettings } from "./settings.ts";
import { superviseWorkers } from "./supervise.ts";

try {
  const configuration = readSettings();
  const log = createLog(configuration.logLevel);
  if (configuration.workers > 1 && cluster.isPrimary) superviseWorkers(configuration.workers, log);
  else await serve(configuration, log);
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  console.error(`Furrow could not start.\n${error.message}`);
  process.exit(1);
}
