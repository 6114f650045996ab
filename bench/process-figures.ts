import { existsSync, readFileSync } from "node:fs";

/**
 * Proportional set size (PSS) of a process in MB: its private memory, and its share of the memory
 * that several processes use. Null on a system without /proc.
 */
export function memoryOf(pid: number): number | null {
  const file = `/proc/${pid}/smaps_rollup`;
  if (!existsSync(file)) return null;
  const kilobytes = /^Pss:\s+(\d+) kB$/m.exec(readFileSync(file, "utf8"))?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) / 1024;
}

/**
 * Processor time that a process has used so far, in milliseconds. Null on a system without /proc.
 */
export function processorTimeOf(pid: number): number | null {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return null;
  // The program's name in parentheses may contain spaces, so the fields are counted after the name.
  const fields = readFileSync(file, "utf8")
    .replace(/^.*\) /s, "")
    .split(" ");
  const ticks = Number(fields[11]) + Number(fields[12]);
  const ticksPerSecond = 100;
  return (ticks * 1000) / ticksPerSecond;
}
