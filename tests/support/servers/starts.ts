import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach } from "vitest";
import { type Program, startProgram } from "./program.ts";

/**
 * Gives each test of a file its own data folder, in which the test can start the production build.
 * After the test, ends running processes and removes the folder.
 */
export function startsForEachTest() {
  let directory: string;
  let programs: Program[];
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), "furrow-start-"));
    programs = [];
  });
  afterEach(async () => {
    for (const program of programs) program.terminate();
    await Promise.all(programs.map(({ ended }) => ended));
    rmSync(directory, { recursive: true, force: true });
  });

  async function start(settings: Record<string, string> = {}): Promise<Program> {
    const program = await startProgram(directory, settings);
    programs.push(program);
    return program;
  }

  return {
    /** Path of a file in the test's folder, or of the folder itself. */
    place: (...names: string[]) => join(directory, ...names),
    start,
    async startReady(settings: Record<string, string> = {}): Promise<Program> {
      const program = await start(settings);
      await program.ready();
      return program;
    },
  };
}
