import { accessSync, closeSync, constants, fsyncSync, mkdirSync, openSync } from "node:fs";
import { resolve } from "node:path";
import { reasonOf, StartError } from "../errors.ts";

/**
 * Creates the data directory if necessary. Throws a StartError when the directory is not writable.
 */
export function prepareDataDirectory(path: string): string {
  const directory = resolve(path);
  makeWritable(
    // Other users of the machine must not read the customers' data.
    { directory, mode: 0o700 },
    (reason) =>
      `DATA_DIR ${directory} cannot be written (${reason}). Choose a directory that this user may write to.`,
  );
  return directory;
}

/**
 * Creates a directory if necessary. Throws a StartError with `message` when the directory is not
 * writable.
 */
export function makeWritable(
  { directory, mode }: { readonly directory: string; readonly mode: number },
  message: (reason: string) => string,
): void {
  try {
    mkdirSync(directory, { recursive: true, mode });
    accessSync(directory, constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw new StartError(message(reasonOf(cause)), { cause });
  }
}

/**
 * Calls fsync on a file, or on the entries of a directory, so that the file or the entries survive
 * a power loss.
 */
export function syncToDisk(path: string): void {
  // Windows cannot open a directory, nor sync a file that is open for reading only.
  if (process.platform === "win32") return;
  const handle = openSync(path, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
