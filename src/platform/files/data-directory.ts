import { accessSync, constants, mkdirSync } from "node:fs";
import { resolve } from "node:path";
import { StartError } from "../errors.ts";

/** Makes the data directory if it is not there. Throws a StartError when it cannot be written. */
export function prepareDataDirectory(path: string): string {
  const directory = resolve(path);
  try {
    mkdirSync(directory, { recursive: true });
    accessSync(directory, constants.W_OK | constants.X_OK);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StartError(
      `DATA_DIR ${directory} cannot be written (${reason}). Choose a directory that this user may write to.`,
      { cause },
    );
  }
  return directory;
}
