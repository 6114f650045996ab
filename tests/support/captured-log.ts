import { createLog } from "#platform/metrics/log.ts";

export function capturedLog(level = "debug") {
  const lines: string[] = [];
  const log = createLog(level, { write: (line) => void lines.push(line) });
  return {
    log,
    text: () => lines.join(""),
    entries: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>),
  };
}
