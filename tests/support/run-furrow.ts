import { tmpdir } from "node:os";
import { vi } from "vitest";
import { runCommandLine } from "#commands/command-line.ts";

/**
 * Runs a command of `furrow` in this process, in a folder and with these environment variables
 * alone. Returns its exit code and everything that it has printed.
 */
export async function runFurrow(
  args: readonly string[],
  settings: Readonly<Record<string, string>> = {},
  folder = tmpdir(),
): Promise<{ readonly code: number | string; readonly said: string }> {
  let said = "";
  const print = (...values: unknown[]) => {
    said += `${values.join(" ")}\n`;
  };
  const write = (text: string | Uint8Array) => {
    said += text;
    return true;
  };
  const spies = [
    vi.spyOn(console, "log").mockImplementation(print),
    vi.spyOn(console, "error").mockImplementation(print),
    vi.spyOn(process.stdout, "write").mockImplementation(write),
    vi.spyOn(process.stderr, "write").mockImplementation(write),
  ];
  const [environment, before] = [process.env, process.cwd()];
  process.env = { PATH: environment.PATH, ...settings };
  const mask = process.umask(0o077);
  process.chdir(folder);
  try {
    await runCommandLine(args, undefined);
    return { code: process.exitCode ?? 0, said };
  } finally {
    process.chdir(before);
    process.umask(mask);
    process.env = environment;
    process.exitCode = undefined;
    for (const spy of spies) spy.mockRestore();
  }
}
