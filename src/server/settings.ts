import { lstatSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseEnv } from "node:util";
import { type Configuration, readConfiguration } from "../platform/configuration.ts";
import { StartError } from "../platform/errors.ts";

/**
 * The configuration from the environment, and from a `.env` file in the current folder. Throws a
 * StartError that names every fault.
 */
export function readSettings(): Configuration {
  // Into the environment, because libraries read some of it themselves, such as PGPASSWORD.
  for (const [name, value] of Object.entries(settingsInFile(resolve(".env")))) {
    process.env[name] ??= value;
  }
  return readConfiguration(process.env);
}

/**
 * There need not be such a file. One that is there and cannot be read is no start: a shop would come up
 * as an empty site with the settings of nobody, and invite whoever reads its log to be its admin.
 */
function settingsInFile(file: string): NodeJS.Dict<string> {
  try {
    // Some editors begin a file with a mark that would become part of the first name.
    return parseEnv(readFileSync(file, "utf8").replace(/^\uFEFF/, ""));
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT" && !isLink(file)) return {};
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StartError(
      `The settings at ${file} cannot be read (${reason}). Let this user read the file, or remove it to go without.`,
      { cause },
    );
  }
}

/** A link that leads nowhere is no file, but somebody has put it there. */
function isLink(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false }) !== undefined;
}
