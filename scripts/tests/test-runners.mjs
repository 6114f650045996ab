import { join } from "node:path";
import { environmentWithPrograms, nodeProgram } from "../places.mjs";
import { runUntilSilent } from "../processes.mjs";
import { lastReportAt, readProgress } from "./progress.mjs";

/**
 * @typedef {object} RunOptions
 * @property {string} directory Where the run writes its progress.
 * @property {NodeJS.ProcessEnv} [environment]
 * @property {readonly string[]} [args]
 * @property {number} [silenceLimitMs]
 *
 * @typedef {{ name: string, command: readonly string[], reporters: readonly string[] }} Runner
 */

const vitest = {
  name: "Vitest",
  command: ["node_modules/vitest/vitest.mjs", "run"],
  reporters: ["--reporter=default", "--reporter=./scripts/tests/vitest-reporter.mjs"],
};
const playwright = {
  name: "browser journeys",
  command: ["node_modules/@playwright/test/cli.js", "test"],
  reporters: ["--reporter=list,./scripts/tests/playwright-reporter.mjs"],
};

/** @param {RunOptions} options */
export function runVitest(options) {
  return runTests(vitest, options);
}

/**
 * The tests of `npm run check`: on SQLite only, without tests that start the built program.
 *
 * @param {RunOptions} options
 */
export function runQuickVitest(options) {
  return runTests(vitest, {
    ...options,
    environment: { ...options.environment, WITHOUT_POSTGRES: "yes" },
    args: ["src/", "tests/architecture.test.ts"],
  });
}

/** @param {RunOptions} options */
export function runPlaywright(options) {
  return runTests(playwright, options);
}

/**
 * Every Vitest test, or those of `args`, on both engines.
 *
 * @param {RunOptions} options
 */
export function runReleaseVitest(options) {
  return runTests(vitest, { ...options, environment: { ...options.environment, ...withRelease } });
}

/**
 * The journeys that `npm test` leaves out, or those of them that `args` name, and the accessibility
 * of every screen in every view.
 *
 * @param {RunOptions} options
 */
export function runReleasePlaywright({ args = ["\\.release\\.test\\.ts"], ...options }) {
  const environment = { ...options.environment, ...withRelease };
  return runTests(playwright, { ...options, environment, args });
}

const withRelease = { RELEASE_TESTS: "yes" };

/**
 * Runs one test runner. Resolves to the number of tests, the tests with their durations, where
 * the time of their files went, and failures outside of a test. A runner is stopped after `silenceLimitMs` without a report; its
 * whole duration has no limit. A runner that is stopped, or fails without a failed test, counts as
 * one failure.
 *
 * @param {Runner} runner
 * @param {RunOptions} options
 */
async function runTests(
  { name, command, reporters },
  { directory, environment = {}, args = [], silenceLimitMs = 180_000 },
) {
  const progressFile = join(directory, `${name.replaceAll(" ", "-")}.jsonl`);
  const { code, wasStopped } = await runUntilSilent(
    nodeProgram(),
    [...command, ...reporters, ...args],
    {
      environment: environmentWithPrograms({ ...environment, TEST_PROGRESS_FILE: progressFile }),
      lastSignAt: () => lastReportAt(progressFile),
      silenceLimitMs,
    },
  );
  const { counts, tests, spent, faults, running, isComplete } = readProgress(progressFile);
  if (wasStopped) console.error(stoppedMessage(name, silenceLimitMs, counts, running));
  else if (!isComplete) console.error(`${name} ended before it had reported every test.`);
  const ranNothing = counts.passed + counts.failed === 0;
  const failedSilently = (code !== 0 || !isComplete) && counts.failed === 0;
  if (ranNothing || failedSilently || wasStopped) counts.failed += 1;
  return { name, ...counts, tests, spent, faults };
}

/** @type {(name: string, silenceLimitMs: number, counts: { passed: number }, running: readonly string[]) => string} */
function stoppedMessage(name, silenceLimitMs, { passed }, running) {
  const where =
    running.length > 0
      ? ["It was in:", ...running.map((test) => `  ${test}`)]
      : ["No test was running: it was loading files, or preparing or ending a run."];
  return [
    `${name} was stopped, because it reported nothing for ${Math.round(silenceLimitMs / 1000)} s. ${passed} tests had passed.`,
    ...where,
    "Run that file alone to see whether it hangs. If it passes alone, run npm test again while the machine does less.",
  ].join("\n");
}
