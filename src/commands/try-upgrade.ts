import { join } from "node:path";
import { checkLedger } from "../maintenance/ledger-checks/check-ledger.ts";
import { readConfiguration } from "../platform/configuration.ts";
import { inSnapshot } from "../platform/database/database.ts";
import { StartError } from "../platform/errors.ts";
import { createLog } from "../platform/metrics/log.ts";
import { systemClock } from "../platform/time/clock.ts";
import { openPreparedDatabase } from "../server/open-database.ts";
import { ledgerLines, runCommand } from "./run-command.ts";

/**
 * The old version calls this command of the new version. Migrates a copy of the data as a start
 * does, and checks the ledger of the copy.
 */
export const runTryUpgrade = (directory: string) =>
  runCommand("The data could not be changed.", async () => {
    const settings = { DATA_DIR: directory, BACKUP_DIR: join(directory, "backups") };
    const configuration = readConfiguration(settings);
    const log = createLog("error");
    const database = await openPreparedDatabase({ configuration, log, clock: systemClock });
    try {
      const report = await inSnapshot(database, checkLedger);
      if (report.differences.length > 0) throw new StartError(ledgerLines(report, 5).join("\n"));
    } finally {
      await database.close();
    }
  });
