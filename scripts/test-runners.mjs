import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { environmentWithPrograms, nodeProgram } from "./places.mjs";
import { run } from "./processes.mjs";

/** Unit tests, tests through HTTP and the architecture's, each counted. */
export async function runVitest(directory) {
  const reportFile = join(directory, "vitest.json");
  const reports = ["--reporter=default", "--reporter=json", `--outputFile.json=${reportFile}`];
  const code = await run(nodeProgram(), ["node_modules/vitest/vitest.mjs", "run", ...reports], {
    environment: environmentWithPrograms(),
    timeLimitMs: 600_000,
  });
  return { name: "Vitest", ...withCrashes(readCounts(reportFile, countVitest), code) };
}

/** Journeys in a real browser, each counted. */
export async function runPlaywright(directory, chromiumPath) {
  const reportFile = join(directory, "playwright.json");
  const command = ["node_modules/@playwright/test/cli.js", "test", "--reporter=list,json"];
  const code = await run(nodeProgram(), command, {
    environment: environmentWithPrograms({
      CHROMIUM_PATH: chromiumPath,
      PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile,
    }),
    timeLimitMs: 720_000,
  });
  return {
    name: "browser journeys",
    ...withCrashes(readCounts(reportFile, countPlaywright), code),
  };
}

function readCounts(reportFile, count) {
  if (!existsSync(reportFile)) return { passed: 0, failed: 0, skipped: 0 };
  return count(JSON.parse(readFileSync(reportFile, "utf8")));
}

/** A runner that fails without a failed test, or that ran none, must not look like success. */
function withCrashes(counts, code) {
  const ranNothing = counts.passed + counts.failed === 0;
  const failedSilently = code !== 0 && counts.failed === 0;
  return ranNothing || failedSilently ? { ...counts, failed: counts.failed + 1 } : counts;
}

function countVitest(report) {
  // A file that cannot be loaded has no tests to report.
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === "failed" && !assertionResults.some((test) => test.status === "failed"),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

function countPlaywright({ stats, errors }) {
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
  };
}
