import { statSync } from "node:fs";
import type { Services } from "../compose.ts";
import { databaseAddress } from "../platform/database/database-address.ts";
import { adviceOnDamage } from "../platform/database/database-file.ts";

/** What a start looks through before it serves: for more of it, visitors would wait. */
export const checkedAtStart = 16 * 1024 * 1024;

type Watched = Pick<Services, "configuration" | "database" | "log" | "stopping">;

/**
 * Tells the log, once, when the database file turns out to be damaged, and looks through one that was
 * too large for the start. `program` is the built one.
 */
export async function watchDamage(
  { configuration, database, log, stopping }: Watched,
  program: URL | undefined,
): Promise<void> {
  const address = databaseAddress(configuration);
  if (address.engine === "postgres") return;
  const { file } = address;
  let isTold = false;
  database.onFault((fault) => {
    if (fault !== "damaged" || isTold) return;
    isTold = true;
    log.fatal({ file }, adviceOnDamage(file));
  });
  if (statSync(file).size <= checkedAtStart) return;
  const { faultInThread } = await import("./file-check-thread.ts");
  try {
    const fault = await faultInThread(file, stopping, program);
    if (fault === null) return;
    log.error({ file, fault }, "the database file was looked through, and a fault was found");
    database.markDamaged();
  } catch (err) {
    if (!stopping.aborted) log.warn({ file, err }, "the database file could not be looked through");
  }
}
