import cluster from "node:cluster";
import { once } from "node:events";
import module from "node:module";
import { createServer } from "node:net";
import { join } from "node:path";
import type { Configuration } from "../platform/configuration.ts";
import { StartError } from "../platform/errors.ts";
import { createLog } from "../platform/metrics/log.ts";
import { readSettings } from "./settings.ts";
import { superviseWorkers } from "./supervise-workers.ts";

interface StartOptions {
  /** Whether this process takes the port over from the process that started it. */
  readonly takesOver: boolean;
}

/** `program` is the URL of the built program. */
export async function start(
  program: URL,
  { takesOver }: StartOptions = { takesOver: false },
): Promise<void> {
  try {
    const configuration = readSettings();
    if (takesOver) await startTakingOver(configuration, program);
    else await startWith(await withKnownPort(configuration), program);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    console.error(`Furrow could not start.\n${error.message}`);
    process.exit(1);
  }
}

async function withKnownPort(configuration: Configuration): Promise<Configuration> {
  if (configuration.port !== 0) return configuration;
  // Sets the environment variable, because worker processes inherit the environment.
  process.env.PORT = String(await findPort(configuration.host));
  return readSettings();
}

async function startWith(configuration: Configuration, program: URL): Promise<void> {
  const log = createLog(configuration.logLevel);
  // Node would print the whole error, which can contain personal data such as an email address.
  process.on("uncaughtException", (err) => {
    log.fatal({ err }, "uncaught exception: the program ends");
    process.exit(1);
  });
  if (configuration.workers > 1 && cluster.isPrimary) {
    if (configuration.metricsToken !== undefined) {
      const { gatherMetrics } = await import("./worker-metrics.ts");
      gatherMetrics();
    }
    superviseWorkers(configuration.workers, log);
    return;
  }
  // This call has no effect when `main.ts` has already enabled the compile cache in the folder of
  // the program.
  module.enableCompileCache(join(configuration.dataDirectory, "compiled"));
  const { serve } = await import("./serve.ts");
  await serve(configuration, log, program);
}

async function startTakingOver(configuration: Configuration, program: URL): Promise<void> {
  const { serve } = await import("./serve.ts");
  await serve(configuration, createLog(configuration.logLevel), program, true);
}

/**
 * A free port, for PORT=0. Links and the check of a request's origin need the number before the
 * server listens.
 */
async function findPort(host: string): Promise<number> {
  const server = createServer();
  try {
    server.listen(0, host);
    await once(server, "listening");
  } catch (cause) {
    throw new StartError(`HOST ${host} is not an address of this machine.`, { cause });
  }
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address !== null ? address.port : 0;
}
