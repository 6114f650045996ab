import { StartError } from "./platform/errors.ts";
import { createLog } from "./platform/log.ts";
import { serve } from "./serve.ts";
import { readSettings } from "./settings.ts";

try {
  const configuration = readSettings();
  await serve(configuration, createLog(configuration.logLevel));
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  console.error(`Furrow could not start.\n${error.message}`);
  process.exit(1);
}
