import { StartError } from "./platform/errors.ts";
import { createLog } from "./platform/log.ts";
import { serve } from "./serve.ts";
import { readSettings } from "./settings.ts";

try {
  const configuration = readSettings();
  const log = createLog(configuration.logLevel);
  // Node would print the error with all that it carries, such as the address in a database's words.
  process.on("uncaughtException", (err) => {
    log.fatal({ err }, "the program ends by an error that nothing has caught");
    process.exit(1);
  });
  await serve(configuration, log);
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  console.error(`Furrow could not start.\n${error.message}`);
  process.exit(1);
}
