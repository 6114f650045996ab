import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { browserScripts } from "./scripts/bundle/browser-scripts.ts";
import { styleSheets } from "./scripts/bundle/style-sheets.ts";
import { releaseTests } from "./tests/support/release-tests.ts";
import { scaled } from "./tests/support/time-limits.ts";

/** Files that mostly wait for a time limit or another process, the longest first. */
const longWaits = [
  "src/payments/sandbox/sandbox-purchase.test.ts",
  "src/mail/sending/mail-faults.test.ts",
  "tests/silent-database.test.ts",
  "tests/test-command.test.ts",
  "src/payments/paypal-rest/paypal-client.test.ts",
  "tests/torture/",
];

/** Starts with the files that wait, so that a run does not end by waiting for one of them. */
class LongWaitsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const place = longWaits.findIndex((path) => moduleId.includes(path));
      return place === -1 ? longWaits.length : place;
    };
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}

// Separate from vite.config.ts, whose React Router plugin is for the application only.
export default defineConfig({
  plugins: [browserScripts(), styleSheets()],
  test: {
    environment: "node",
    include: ["src/**/*.test.{ts,tsx}", "tests/**/*.test.ts"],
    exclude: ["tests/e2e/**", ...(releaseTests.run ? [] : [releaseTests.files])],
    globalSetup: ["tests/support/databases/provide-databases.ts"],
    setupFiles: ["tests/support/each-test-file.ts"],
    testTimeout: scaled(20_000),
    hookTimeout: scaled(60_000),
    expect: { poll: { timeout: scaled(2000) } },
    // More workers than processors, because a test that waits for a disk or a database leaves its
    // processor idle.
    maxWorkers: availableParallelism() + 3,
    sequence: { sequencer: LongWaitsFirst },
    // Test files of a worker share their modules, because no test changes a module that it imports.
    isolate: false,
  },
});
