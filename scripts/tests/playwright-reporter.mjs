import { relative } from "node:path";
import { progressWriter } from "./progress.mjs";

/**
 * @typedef {import("@playwright/test/reporter").Reporter} Reporter
 * @typedef {import("@playwright/test/reporter").TestCase} TestCase
 * @typedef {import("@playwright/test/reporter").TestResult} TestResult
 * @typedef {import("@playwright/test/reporter").TestError} TestError
 * @typedef {import("@playwright/test/reporter").TestStep} TestStep
 */

/** @implements {Reporter} */
export default class ProgressReporter {
  #progress = progressWriter();
  /** @type {import("@playwright/test/reporter").Suite | undefined} */
  #suite;

  printsToStdio() {
    return false;
  }

  /** @type {NonNullable<Reporter["onBegin"]>} */
  onBegin(_config, suite) {
    this.#suite = suite;
    this.#progress.alive();
  }

  /** @param {TestCase} test */
  onTestBegin(test) {
    this.#progress.begin(test.id, nameOf(test));
  }

  onStepBegin() {
    this.#progress.alive();
  }

  /**
   * @param {TestCase} test
   * @param {TestResult} result
   */
  onTestEnd(test, { status, duration, error, steps }) {
    this.#progress.spent(test.location.file, { ...timesOf(steps), tests: duration });
    const outcome = status === "skipped" ? "skipped" : test.ok() ? "passed" : "failed";
    this.#progress.end(test.id, nameOf(test), outcome, duration, error?.message);
  }

  /** @param {TestError} error */
  onError(error) {
    this.#progress.fault(error.message ?? error.value ?? "An error without a message");
  }

  onEnd() {
    for (const test of this.#suite?.allTests() ?? []) {
      // A test without a result did not run, because a hook failed or a worker crashed.
      if (test.results.length === 0) this.#progress.end(test.id, nameOf(test), "skipped", 0);
    }
    this.#progress.complete();
  }
}

/**
 * Milliseconds of the calls to the browser, by cause. What is left of a test's duration is its own
 * code and its requests.
 *
 * @param {readonly TestStep[]} steps
 * @param {Record<string, number>} [times]
 */
function timesOf(steps, times = {}) {
  for (const step of steps) {
    const cause = causeOf(step);
    if (cause === undefined) timesOf(step.steps, times);
    else times[cause] = (times[cause] ?? 0) + step.duration;
  }
  return times;
}

/**
 * Undefined for a step that only contains others, such as a hook.
 *
 * @param {TestStep} step
 */
function causeOf({ category, title }) {
  if (category === "expect") return "waits";
  if (category === "fixture" && /sites|furrow|tab/.test(title)) return "server start";
  if (category === "fixture" && /browser|context|page/.test(title)) return "browser";
  if (category !== "pw:api") return undefined;
  if (/^(Navigate|Reload|Go back|Set content|Create (page|context))/.test(title))
    return "page loads";
  return /^Wait/.test(title) ? "waits" : "renderer";
}

/** @param {TestCase} test */
function nameOf(test) {
  // The first three titles are those of the run, the project and the file.
  const titles = test.titlePath().slice(3).join(" › ");
  return `${relative(process.cwd(), test.location.file)} › ${titles}`;
}
