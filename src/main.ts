import { readConfiguration } from "./platform/configuration.ts";
import { StartError } from "./platform/errors.ts";
import { createLog } from "./platform/log.ts";
import { serve } from "./serve.ts";

try {
  process.loadEnvFile();
} catch {
  // There need not be a .env file.
}

try {
  const configuration = readConfiguration(process.env);
  await serve(configuration, createLog(configuration.logLevel));
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  console.error(`Furrow could not start.\n${error.message}`);
  process.exit(1);
}
