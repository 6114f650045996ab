import { checkLedger } from "../maintenance/ledger-checks/check-ledger.ts";
import { inSnapshot } from "../platform/database/database.ts";
import { refuseDamagedFile } from "../platform/database/database-file.ts";
import { readSettings } from "../server/settings.ts";
import { ledgerLines, runCommand, withExistingDatabase } from "./run-command.ts";

/** `furrow check-ledger`: checks the ledger of a running or a stopped site. */
export const runCheckLedger = () =>
  runCommand("The ledger could not be checked.", async () => {
    const report = await withExistingDatabase(readSettings(), (database, address) => {
      // Data missing from a damaged file would look like missing payments.
      if (address.engine === "sqlite") refuseDamagedFile(address.file);
      return inSnapshot(database, checkLedger);
    });
    console.log(ledgerLines(report).join("\n"));
    process.exitCode = report.differences.length === 0 ? 0 : 1;
  });
