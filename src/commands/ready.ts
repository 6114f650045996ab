import { answersReady } from "../maintenance/installation/check-parts.ts";
import { StartError } from "../platform/errors.ts";
import { readSettings } from "../server/settings.ts";
import { runCommand } from "./run-command.ts";

/** `furrow ready`: exits with 0 when the running server is ready; for health checks. */
export const runReady = () =>
  runCommand("Furrow is not ready.", async () => {
    const { port, host } = readSettings();
    if (!(await answersReady({ port, host }))) {
      throw new StartError(`/readyz on port ${port} of ${host} does not answer with 200.`);
    }
  });
