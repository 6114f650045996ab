import { relative } from "node:path";
import { progressWriter } from "./progress.mjs";

export default class ProgressReporter {
  #progress = progressWriter();
  #suite;

  printsToStdio() {
    return false;
  }

  onBegin(_config, suite) {
    this.#suite = suite;
    this.#progress.alive();
  }

  onTestBegin(test) {
    this.#progress.begin(test.id, nameOf(test));
  }

  onStepBegin() {
    this.#progress.alive();
  }

  onTestEnd(test, { status, duration, error }) {
    const outcome = status === "skipped" ? "skipped" : test.ok() ? "passed" : "failed";
    this.#progress.end(test.id, nameOf(test), outcome, duration, error?.message);
  }

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

function nameOf(test) {
  // The first three titles are those of the run, the project and the file.
  const titles = test.titlePath().slice(3).join(" › ");
  return `${relative(process.cwd(), test.location.file)} › ${titles}`;
}
