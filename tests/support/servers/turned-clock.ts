import { mkdtempSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { FurrowSettings } from "./furrow-server.ts";

export interface TurnableClock {
  /** For the server whose clock it is. */
  readonly settings: FurrowSettings;
  /** Lets the server live that much later than the other programs of the machine. */
  turnAhead(ms: number): void;
}

/** A clock that a test can turn while a server runs, of which the server knows nothing. */
export function turnableClock(): TurnableClock {
  const directory = mkdtempSync(join(tmpdir(), "furrow-clock-"));
  const file = join(directory, "ahead-ms");
  writeFileSync(file, "0");
  // Without types, because each thread of the server loads the program.
  const program = join(directory, "clock-ahead.mjs");
  const source = readFileSync(new URL("clock-ahead.ts", import.meta.url), "utf8");
  writeFileSync(program, stripTypeScriptTypes(source));
  return {
    settings: { NODE_OPTIONS: `--import=${pathToFileURL(program)}`, CLOCK_AHEAD_FILE: file },
    turnAhead(ms) {
      // In one step, because the server must not read half a number.
      writeFileSync(`${file}.new`, String(ms));
      renameSync(`${file}.new`, file);
    },
  };
}
