import { resolve } from "node:path";
import { backUp } from "../maintenance/backups/back-up.ts";
import { StartError } from "../platform/errors.ts";
import { keptSecret } from "../platform/files/secret.ts";
import { formatBytes } from "../platform/metrics/amounts-in-words.ts";
import { prepareDatabase } from "../server/open-database.ts";
import { readSettings } from "../server/settings.ts";
import { givenPath, printChecks, runCommand, withExistingDatabase } from "./run-command.ts";

interface Values {
  readonly to?: string;
  readonly keep?: string;
}

/** `furrow backup`: makes a backup of a running or a stopped site. */
export const runBackup = (values: Values) =>
  runCommand("The backup failed.", async () => {
    const configuration = readSettings();
    const startedAt = Date.now();
    const made = await withExistingDatabase(configuration, (_database, address) =>
      backUp({
        address,
        secret: configuration.secret ?? keptSecret(configuration.dataDirectory) ?? null,
        directory:
          values.to === undefined ? resolve(configuration.backupDirectory) : givenPath(values.to),
        kind: "backup",
        keep: keepOf(values.keep),
        prepare: prepareDatabase,
        now: startedAt,
      }),
    );
    const size = `${(made.bytes / 1e6).toFixed(1)} MB`;
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
    console.log(`${made.file} (${size}, ${seconds} s)`);
    printChecks(made);
    const { count, bytes } = made.filesInBucket;
    if (count > 0) {
      console.log(
        `Not in this backup: ${count} files of orders (${formatBytes(bytes)}) in the bucket of FILES_URL. Keep a copy of the bucket too.`,
      );
    }
    for (const name of made.removed) console.log(`Removed the older backup ${name}.`);
    if (made.ledger.differences.length > 0) {
      console.log(
        "The backup is an exact copy and was kept. The site's own ledger has these differences.",
      );
      process.exitCode = 1;
    }
  });

function keepOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const keep = Number(text);
  if (Number.isInteger(keep) && keep > 0) return keep;
  throw new StartError("--keep takes a whole number above 0.");
}
