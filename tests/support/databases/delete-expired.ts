import type { Database } from "../../../src/platform/database/database.ts";
import { deleteExpired } from "../../../src/platform/retention.ts";
import type { Clock } from "../../../src/platform/time/clock.ts";
import { retentions } from "../../../src/server/retentions.ts";
import { capturedLog } from "../captured-log.ts";

/** Applies all retentions until nothing is expired. Throws when one of them fails. */
export async function deleteAllExpired(site: {
  readonly database: Database;
  readonly clock: Clock;
}): Promise<void> {
  const { log, text } = capturedLog();
  while (await deleteExpired({ ...site, log }, retentions));
  if (text() !== "") throw new Error(text());
}
