import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { BucketError, openBucket } from "../files/bucket.ts";
import { copyAddress, fetchCopy } from "../maintenance/backup-copies/copies-in-bucket.ts";
import { noteRestoreTest } from "../maintenance/backup-copies/copy-schedule.ts";
import { restore } from "../maintenance/backups/restore.ts";
import type { Configuration } from "../platform/configuration.ts";
import { StartError } from "../platform/errors.ts";
import { prepareDataDirectory } from "../platform/files/directories.ts";
import { prepareDatabase } from "../server/open-database.ts";
import { readSettings } from "../server/settings.ts";
import {
  givenPath,
  printChecks,
  runCommand,
  sayWhatWasExposed,
  withExistingDatabase,
} from "./run-command.ts";

interface RestoreValues {
  /** File with the secret key for a copy in a bucket. */
  readonly key?: string;
  /** Restores into a temporary folder and removes it again. */
  readonly test: boolean;
}

/** `furrow restore`: restores a site from a backup into an empty data directory or PostgreSQL. */
export const runRestore = (given: string, { key, test }: RestoreValues) =>
  runCommand("Nothing was restored.", async () => {
    const configuration = readSettings();
    const directory = prepareDataDirectory(configuration.dataDirectory);
    sayWhatWasExposed(configuration);
    // Uses the data directory, because its disk has room for the site, and the system's temporary
    // folder may be in memory.
    const temporary = mkdtempSync(join(directory, "restoring-"));
    // The first signal removes the folder and ends the process; a second signal ends it at once.
    const cleanUp = () => rmSync(temporary, { recursive: true, force: true });
    process.once("exit", cleanUp);
    for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
    try {
      const source = await sourceOf(given, key, temporary, configuration);
      if (test) await testRestore(source, temporary, configuration);
      else await restoreHere(source.file, directory, configuration);
    } catch (error) {
      if (error instanceof BucketError) throw new StartError(error.message, { cause: error });
      throw error;
    } finally {
      cleanUp();
    }
  });

interface Source {
  readonly file: string;
  readonly name: string;
}

async function sourceOf(
  given: string,
  key: string | undefined,
  temporary: string,
  { backupCopies }: Configuration,
): Promise<Source> {
  if (!given.startsWith("s3:")) return { file: givenPath(given), name: given };
  if (key === undefined) {
    throw new StartError("A copy in a bucket is encrypted: add --key with the file of your key.");
  }
  const address = copyAddress(given, backupCopies?.bucket);
  const copy = await fetchCopy(address, givenPath(key), temporary);
  console.log(`Downloaded and decrypted ${copy.name}.`);
  return copy;
}

async function restoreHere(
  file: string,
  directory: string,
  { databaseUrl, secret, bucket }: Configuration,
): Promise<void> {
  const restored = await restore({
    file,
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
}

/** Restores into a file also when the site is in PostgreSQL, and stores the time of the test. */
async function testRestore(
  { file, name }: Source,
  temporary: string,
  configuration: Configuration,
): Promise<void> {
  const target = prepareDataDirectory(join(temporary, "site"));
  const restored = await restore({
    file,
    dataDirectory: target,
    databaseUrl: undefined,
    bucket: configuration.bucket && openBucket(configuration.bucket),
    prepare: prepareDatabase,
    say: console.log,
  });
  printChecks(restored);
  if (restored.ledger.differences.length > 0) process.exitCode = 1;
  console.log("The backup can be restored. The restored site was removed again.");
  try {
    await withExistingDatabase(configuration, (database) =>
      noteRestoreTest(database, { at: Date.now(), file: name }),
    );
    console.log("The status page shows this test.");
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    console.log("There is no site here whose status page could show this test.");
  }
}
