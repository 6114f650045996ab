import { relative } from "node:path";
import { progressWriter } from "./progress.mjs";

/**
 * @typedef {import("vitest/node").Reporter} Reporter
 * @typedef {import("vitest/node").TestCase} TestCase
 * @typedef {import("vitest/node").TestModule} TestModule
 * @typedef {import("vitest/node").SerializedError} SerializedError
 */

/** @implements {Reporter} */
export default class ProgressReporter {
  #progress = progressWriter();
  /** @type {Set<string>} */
  #ended = new Set();

  /** @param {TestCase} test */
  onTestCaseReady(test) {
    this.#progress.begin(test.id, nameOf(test));
  }

  /** @param {TestCase} test */
  onTestCaseResult(test) {
    this.#end(test);
  }

  onHookStart() {
    this.#progress.alive();
  }

  /** @param {TestModule} module */
  onTestModuleEnd(module) {
    const tests = [...module.children.allTests()];
    // Vitest does not report individual tests that did not run because a hook failed.
    for (const test of tests) if (!this.#ended.has(test.id)) this.#end(test);
    const { prepareDuration, collectDuration, setupDuration, duration } = module.diagnostic();
    const loading = prepareDuration + collectDuration + setupDuration;
    this.#progress.spent(module.moduleId, { loading, tests: duration });
    const hasFailedTest = tests.some((test) => test.result().state === "failed");
    if (module.state() === "failed" && !hasFailedTest) {
      this.#progress.fault(`${fileOf(module)} could not be run.`);
    }
  }

  /**
   * @param {readonly TestModule[]} _modules
   * @param {readonly SerializedError[]} unhandledErrors
   */
  onTestRunEnd(_modules, unhandledErrors) {
    for (const { message } of unhandledErrors) this.#progress.fault(message);
    this.#progress.complete();
  }

  /** @param {TestCase} test */
  #end(test) {
    this.#ended.add(test.id);
    const { state, errors = [] } = test.result();
    const outcome = state === "passed" || state === "failed" ? state : "skipped";
    const duration = test.diagnostic()?.duration ?? 0;
    this.#progress.end(test.id, nameOf(test), outcome, duration, errors[0]?.message);
  }
}

/** @param {TestCase} test */
function nameOf(test) {
  return `${fileOf(test.module)} › ${test.fullName}`;
}

/** @param {TestModule} module */
function fileOf(module) {
  return relative(process.cwd(), module.moduleId);
}
