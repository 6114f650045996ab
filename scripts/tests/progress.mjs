import { appendFileSync, closeSync, existsSync, openSync, readFileSync, statSync } from "node:fs";
import { relative } from "node:path";

/**
 * @typedef {"passed" | "failed" | "skipped"} Outcome
 *
 * @typedef {object} TestResult
 * @property {string} name
 * @property {Outcome} outcome
 * @property {number} milliseconds
 * @property {string} [error] Message of a failure.
 *
 * @typedef {object} Progress
 * @property {(id: string, name: string) => void} begin
 * @property {(
 *   id: string,
 *   name: string,
 *   outcome: Outcome,
 *   milliseconds: number,
 *   error?: string,
 * ) => void} end
 * @property {(file: string, milliseconds: Readonly<Record<string, number>>) => void} spent
 *   Milliseconds that the tests of a file spent, by cause.
 * @property {(message: string) => void} fault Something other than a test failed: a file that cannot
 *   be loaded, or an unhandled error.
 * @property {() => void} alive Called for each step of a long test; writes at most one line every
 *   five seconds.
 * @property {() => void} complete
 */

/**
 * The progress file of a test run, with one JSON object per line. Reporters inside the runner
 * append a line when a test begins or ends, so that a stopped run still shows which tests passed.
 *
 * @returns {Progress}
 */
export function progressWriter(file = process.env.TEST_PROGRESS_FILE) {
  if (!file) return { begin() {}, end() {}, spent() {}, fault() {}, alive() {}, complete() {} };
  const descriptor = openSync(file, "a");
  let writtenAt = 0;
  /** @param {Record<string, unknown>} entry */
  const write = (entry) => {
    appendFileSync(descriptor, `${JSON.stringify(entry)}\n`);
    writtenAt = Date.now();
  };
  return {
    begin: (id, name) => write({ event: "begin", id, name }),
    end: (id, name, outcome, milliseconds, error) =>
      write({ event: "end", id, name, outcome, milliseconds, error }),
    spent: (testFile, milliseconds) =>
      write({ event: "spent", file: relative(process.cwd(), testFile), milliseconds }),
    fault: (message) => write({ event: "fault", message }),
    alive() {
      if (Date.now() - writtenAt > 5000) write({ event: "alive" });
    },
    complete() {
      write({ event: "complete" });
      closeSync(descriptor);
    },
  };
}

/**
 * Contents of a progress file: counts, the tests with their durations, where the time of files went, failures outside of a test,
 * tests that began and did not end, and whether the runner finished.
 *
 * @param {string} file
 */
export function readProgress(file) {
  /** @type {Map<string, TestResult>} */
  const tests = new Map();
  /** @type {Map<string, string>} */
  const running = new Map();
  /** @type {string[]} */
  const faults = [];
  /** @type {{ file: string, milliseconds: Readonly<Record<string, number>> }[]} */
  const spent = [];
  let isComplete = false;
  const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
  for (const line of lines) {
    const entry = parseLine(line);
    if (entry?.event === "begin") running.set(entry.id, entry.name);
    if (entry?.event === "end") {
      running.delete(entry.id);
      tests.set(entry.id, entry);
    }
    if (entry?.event === "spent") spent.push(entry);
    if (entry?.event === "fault") faults.push(entry.message);
    if (entry?.event === "complete") isComplete = true;
  }
  /** @param {Outcome} outcome */
  const count = (outcome) => [...tests.values()].filter((test) => test.outcome === outcome).length;
  return {
    counts: {
      passed: count("passed"),
      failed: count("failed") + faults.length,
      skipped: count("skipped"),
    },
    tests: [...tests.values()],
    spent,
    faults,
    running: [...running.values()],
    isComplete,
  };
}

/**
 * Unix milliseconds of the last report, or undefined before the first one.
 *
 * @param {string} file
 */
export function lastReportAt(file) {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs;
}

/**
 * Undefined for an empty line, and for the incomplete line of a killed runner.
 *
 * @param {string} line
 */
function parseLine(line) {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
