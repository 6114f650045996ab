import { openBucket } from "../files/bucket.ts";
import { restore } from "../maintenance/backups/restore.ts";
import { prepareDataDirectory } from "../platform/files/directories.ts";
import { prepareDatabase } from "../server/open-database.ts";
import { readSettings } from "../server/settings.ts";
import { givenPath, printChecks, runCommand } from "./run-command.ts";

/** `furrow restore`: restores a site from a backup into an empty data directory or PostgreSQL. */
export const runRestore = (file: string) =>
  runCommand("Nothing was restored.", async () => {
    const { dataDirectory, databaseUrl, secret, bucket } = readSettings();
    const directory = prepareDataDirectory(dataDirectory);
    const restored = await restore({
      file: givenPath(file),
      dataDirectory: directory,
      databaseUrl,
      bucket: bucket && openBucket(bucket),
      environmentSecret: secret,
      prepare: prepareDatabase,
      say: console.log,
    });
    printChecks(restored);
    console.log(`Restored into ${databaseUrl === undefined ? directory : "DATABASE_URL"}.`);
    if (secret !== undefined && restored.secret !== null && secret !== restored.secret) {
      console.log(
        `SECRET differs from this site's own: everyone would have to log in again, links in emails would not work, and the password of a mail server set in the panel could not be read. Its own was saved in ${directory}/secret: set SECRET to it.`,
      );
    }
    process.exitCode = restored.ledger.differences.length === 0 ? 0 : 1;
  });
