import { appendFileSync, closeSync, existsSync, openSync, readFileSync, statSync } from "node:fs";

/**
 * The progress file of a test run, with one JSON object per line. Reporters inside the runner
 * append a line when a test begins or ends, so that a stopped run still shows which tests passed.
 */
export function progressWriter(file = process.env.TEST_PROGRESS_FILE) {
  if (!file) return { begin() {}, end() {}, fault() {}, alive() {}, complete() {} };
  const descriptor = openSync(file, "a");
  let writtenAt = 0;
  const write = (entry) => {
    appendFileSync(descriptor, `${JSON.stringify(entry)}\n`);
    writtenAt = Date.now();
  };
  return {
    begin: (id, name) => write({ event: "begin", id, name }),
    /** `outcome` is "passed", "failed" or "skipped"; `error` is the message of a failure. */
    end: (id, name, outcome, milliseconds, error) =>
      write({ event: "end", id, name, outcome, milliseconds, error }),
    /** Something other than a test failed: a file that cannot be loaded, or an unhandled error. */
    fault: (message) => write({ event: "fault", message }),
    /** Called for each step of a long test; writes at most one line every five seconds. */
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
 * Contents of a progress file: counts, the tests with their durations, failures outside of a test,
 * tests that began and did not end, and whether the runner finished.
 */
export function readProgress(file) {
  const tests = new Map();
  const running = new Map();
  const faults = [];
  let isComplete = false;
  const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
  for (const line of lines) {
    const entry = parseLine(line);
    if (entry?.event === "begin") running.set(entry.id, entry.name);
    if (entry?.event === "end") {
      running.delete(entry.id);
      tests.set(entry.id, entry);
    }
    if (entry?.event === "fault") faults.push(entry.message);
    if (entry?.event === "complete") isComplete = true;
  }
  const count = (outcome) => [...tests.values()].filter((test) => test.outcome === outcome).length;
  return {
    counts: {
      passed: count("passed"),
      failed: count("failed") + faults.length,
      skipped: count("skipped"),
    },
    tests: [...tests.values()],
    faults,
    running: [...running.values()],
    isComplete,
  };
}

/** Unix milliseconds of the last report, or undefined before the first one. */
export function lastReportAt(file) {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs;
}

/** Undefined for an empty line, and for the incomplete line of a killed runner. */
function parseLine(line) {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
