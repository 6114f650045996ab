import { lstatSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseEnv } from "node:util";
import { type Configuration, readConfiguration } from "../platform/configuration.ts";
import { reasonOf, StartError } from "../platform/errors.ts";

/**
 * Reads the configuration from the environment and `.env`. Throws a StartError that names every
 * fault.
 */
export function readSettings(): Configuration {
  // Sets environment variables, because libraries read some variables themselves, such as
  // PGPASSWORD.
  for (const [name, value] of Object.entries(settingsInFile(resolve(".env")))) {
    process.env[name] ??= value;
  }
  return readConfiguration(process.env);
}

/**
 * Settings in a `.env` file; none when the file does not exist. A file that cannot be read stops
 * the start, because without its settings the shop would start as an empty site and print a link to
 * its first admin.
 */
function settingsInFile(file: string): NodeJS.Dict<string> {
  try {
    // Some editors write a byte order mark, which would become part of the first name.
    return parseEnv(readFileSync(file, "utf8").replace(/^\uFEFF/, ""));
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT" && !isLink(file)) return {};
    throw new StartError(
      `The settings at ${file} cannot be read (${reasonOf(cause)}). Let this user read the file, or remove it to run without it.`,
      { cause },
    );
  }
}

/** A broken symbolic link counts as a file that cannot be read. */
function isLink(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false }) !== undefined;
}
