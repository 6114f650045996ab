import { createLog } from "../../src/platform/metrics/log.ts";

/** A log whose lines a test can read. */
export function capturedLog(level = "debug") {
  const lines: string[] = [];
  const log = createLog(level, { write: (line) => void lines.push(line) });
  return {
    log,
    text: () => lines.join(""),
    /** Log entries as objects. */
    entries: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>),
  };
}
