import { statSync } from "node:fs";
import { isMainThread, parentPort, workerData } from "node:worker_threads";
import type { Services } from "../compose.ts";
import { databaseAddress } from "../platform/database/database-address.ts";
import { adviceOnDamage, findDamage } from "../platform/database/database-file.ts";
import { threadResult } from "../platform/thread-result.ts";

/**
 * Size in bytes of the largest file that is checked before the server answers requests. Larger
 * files are checked while the server runs.
 */
export const checkedAtStart = 16 * 1024 * 1024;

type Watched = Pick<Services, "configuration" | "database" | "log" | "stopping">;

/**
 * Logs once when the database file turns out to be damaged. Checks a file over `checkedAtStart` in
 * a thread, because the check would block requests. `program` is a file that imports this module,
 * such as the built program.
 */
export async function watchDamage(
  { configuration, database, log, stopping }: Watched,
  program = new URL(import.meta.url),
): Promise<void> {
  const address = databaseAddress(configuration);
  if (address.engine === "postgres") return;
  const { file } = address;
  let isLogged = false;
  database.onFault((fault) => {
    if (fault !== "damaged" || isLogged) return;
    isLogged = true;
    log.fatal({ file }, adviceOnDamage(file));
  });
  if (statSync(file).size <= checkedAtStart) return;
  try {
    const fault = await threadResult<string | null>(
      program,
      { fileToCheck: file },
      { signal: stopping, stopped: "The check of the file was stopped." },
    );
    if (fault === null) return;
    log.error({ file, fault }, "the check of the database file found a fault");
    database.markDamaged();
  } catch (err) {
    if (!stopping.aborted) log.warn({ file, err }, "the database file could not be checked");
  }
}

if (!isMainThread && workerData?.fileToCheck !== undefined) {
  parentPort?.postMessage(findDamage(workerData.fileToCheck));
}
