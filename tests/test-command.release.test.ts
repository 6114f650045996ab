import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { failures, slowestTests } from "../scripts/tests/summary.mjs";
import { scaled } from "./support/time-limits.ts";
import { waitFor } from "./support/wait-for.ts";

interface Result {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly tests: readonly {
    readonly name: string;
    readonly outcome: string;
    readonly error?: string;
  }[];
  readonly faults: readonly string[];
}

async function runFixture(runner: "vitest" | "playwright", silenceLimitMs: number, hangs: boolean) {
  const directory = await mkdtemp(join(tmpdir(), "furrow-run-"));
  // Passes only these variables, because Vitest and Playwright would otherwise find the variables
  // of the outer runner and run as one of its workers.
  const child = spawn(
    process.execPath,
    ["tests/support/hanging-runs/run.mjs", runner, String(silenceLimitMs)],
    {
      cwd: fileURLToPath(new URL("..", import.meta.url)),
      env: { PATH: process.env.PATH, TMPDIR: directory, ...(hangs && { HANGS: "yes" }) },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  const [output, errors] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "exit"),
  ]);
  await rm(directory, { recursive: true, force: true });
  const lastLine = output.trimEnd().split("\n").at(-1) ?? "";
  return { directory, errors, result: JSON.parse(lastLine) as Result };
}

/** Processes with this temporary directory in their environment. */
function processesWith(directory: string): string[] {
  const processes = execFileSync("ps", ["axeww", "-o", "pid=,args="], { encoding: "utf8" });
  return processes.split("\n").filter((line) => line.includes(`TMPDIR=${directory}`));
}

describe.each(["vitest", "playwright"] as const)("npm test with %s", (runner) => {
  test("stops a hanging runner, counts the passed tests, and names the test that hung", {
    timeout: scaled(60_000),
  }, async () => {
    const { result, errors, directory } = await runFixture(runner, scaled(7000), true);
    expect(result).toMatchObject({ passed: 1, failed: 1 });
    expect(errors).toMatch(/was stopped, because it reported nothing for \d+ s\. 1 tests had/);
    expect(errors).toContain("blocks the event loop, so that no time limit applies");
    expect(errors).not.toContain("passes before another test hangs");
    expect(errors).toContain("Run that file alone");
    // Expects that no worker is left, because a hanging worker would use a processor for ever.
    await waitFor(() => expect(processesWith(directory)).toEqual([]));
  });

  test("counts passed, failed and skipped tests of a run that ends by itself", {
    timeout: scaled(60_000),
  }, async () => {
    const { result, errors } = await runFixture(runner, scaled(30_000), false);
    const outcomes = Object.fromEntries(
      result.tests.map(({ name, outcome }) => [name.split(/ › /).at(-1), outcome]),
    );
    expect(outcomes).toMatchObject({ passes: "passed", fails: "failed", "is skipped": "skipped" });
    expect(result).toMatchObject(
      runner === "vitest" ? { passed: 1, skipped: 3 } : { passed: 1, failed: 1, skipped: 1 },
    );
    expect(result.failed).toBeGreaterThan(0);
    expect(failures(result.tests, result.faults)).toMatch(/^What failed:\n✗ .*\n {4}\S/);
    expect(errors).not.toContain("was stopped");
  });
});

test("npm test lists its ten slowest tests, the slowest first", () => {
  const tests = Array.from({ length: 12 }, (_, index) => ({
    name: `test ${index}`,
    milliseconds: index * 1000,
  }));
  const lines = slowestTests(tests).split("\n");
  expect(lines).toHaveLength(11);
  expect(lines[1]).toMatch(/^ +11\.0 s {2}test 11$/);
  expect(lines[10]).toMatch(/^ +2\.0 s {2}test 2$/);
});
