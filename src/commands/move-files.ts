import { BucketError, openBucket } from "../files/bucket.ts";
import { checkBucket } from "../files/check-bucket.ts";
import { countStoredFiles } from "../files/count-stored-files.server.ts";
import { deleteUnusedObjects } from "../files/file-parts.server.ts";
import { moveFiles } from "../files/move-files.ts";
import type { FilePlace } from "../files/private-file-tables.server.ts";
import type { FileDependencies } from "../files/private-files.ts";
import { commandWords } from "../platform/command-words.ts";
import { StartError } from "../platform/errors.ts";
import { formatBytes } from "../platform/metrics/amounts-in-words.ts";
import { createLog } from "../platform/metrics/log.ts";
import { systemClock } from "../platform/time/clock.ts";
import { readSettings } from "../server/settings.ts";
import { runCommand, withExistingDatabase } from "./run-command.ts";

interface Values {
  readonly to?: string;
}

/**
 * `furrow move-files`: moves the files of orders of a running or a stopped site to the bucket in
 * FILES_URL, or back to the database.
 */
export const runMoveFiles = ({ to }: Values) =>
  runCommand("Not all files were moved.", async () => {
    if (to !== "bucket" && to !== "database") {
      throw new StartError(
        `Say where to: ${commandWords("move-files", "--to bucket")}, or ${commandWords("move-files", "--to database")}`,
      );
    }
    const configuration = readSettings();
    if (configuration.bucket === undefined) {
      throw new StartError("FILES_URL is not set. Set it to the bucket, as for the server.");
    }
    const bucket = openBucket(configuration.bucket);
    const log = createLog(configuration.logLevel);
    await withExistingDatabase(configuration, async (database) => {
      const dependencies = { database, bucket, clock: systemClock, log };
      await checkBucket(dependencies);
      await move(dependencies, to).catch(tellingWhatToDo);
    });
  });

async function move(dependencies: FileDependencies, to: FilePlace): Promise<void> {
  const tally = { moved: 0, bytes: 0, other: 0, damaged: 0 };
  for await (const { file, outcome } of moveFiles(dependencies, to)) {
    tally[outcome] += 1;
    if (outcome === "moved") {
      tally.bytes += file.byteCount;
      console.log(`${file.name} (${formatBytes(file.byteCount)})`);
    }
    if (outcome === "damaged") {
      console.log(`✗ ${file.name} (${file.id}) stays where it is: bytes are missing or damaged.`);
    }
  }
  if (to === "database") while (await deleteUnusedObjects(dependencies));
  const counts = await countStoredFiles(dependencies.database.read);
  const place = (name: FilePlace) => (name === "bucket" ? "in the bucket" : "in the database");
  console.log(
    `Moved and compared: ${tally.moved} files (${formatBytes(tally.bytes)}). Now ${counts[to].count} files are ${place(to)}.`,
  );
  const rest = counts[to === "bucket" ? "database" : "bucket"].count;
  if (rest > 0) {
    console.log(
      `${rest} files are still ${place(to === "bucket" ? "database" : "bucket")}: damaged, being uploaded, waiting for deletion, or taken by another move. Run the command again later.`,
    );
  } else if (to === "database") {
    console.log(
      "To store new files in the database too, stop the server, run this command once more, remove FILES_URL and start the server.",
    );
  }
  if (tally.damaged > 0) process.exitCode = 1;
}

function tellingWhatToDo(error: unknown): never {
  if (!(error instanceof BucketError)) throw error;
  throw new StartError(
    `${error.message} What was moved stays moved; run the same command again to move the rest.`,
    { cause: error },
  );
}
