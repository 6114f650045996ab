import { existsSync, readFileSync } from "node:fs";

/**
 * The memory that a process alone would free by ending, with its share of what it shares with
 * others, in MB. Null where the system does not tell.
 */
export function memoryOf(pid: number): number | null {
  const file = `/proc/${pid}/smaps_rollup`;
  if (!existsSync(file)) return null;
  const kilobytes = /^Pss:\s+(\d+) kB$/m.exec(readFileSync(file, "utf8"))?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) / 1024;
}

/** The processor time that a process has used so far, in milliseconds. Null as above. */
export function processorTimeOf(pid: number): number | null {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return null;
  // The name in parentheses may hold spaces: count from behind it.
  const fields = readFileSync(file, "utf8")
    .replace(/^.*\) /s, "")
    .split(" ");
  const ticks = Number(fields[11]) + Number(fields[12]);
  const ticksPerSecond = 100;
  return (ticks * 1000) / ticksPerSecond;
}
