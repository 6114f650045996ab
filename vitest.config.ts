import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { browserScripts } from "./scripts/bundle/browser-scripts.ts";
import { styleSheets } from "./scripts/bundle/style-sheets.ts";
import { releaseTests } from "./tests/support/release-tests.ts";
import { scaled } from "./tests/support/time-limits.ts";

// Separate from vite.config.ts, whose React Router plugin is for the application only.
export default defineConfig({
  plugins: [browserScripts(), styleSheets()],
  test: {
    environment: "node",
    include: ["src/**/*.test.{ts,tsx}", "tests/**/*.test.ts"],
    exclude: ["tests/e2e/**", ...(releaseTests.run ? [] : [releaseTests.files])],
    globalSetup: ["tests/support/databases/provide-databases.ts"],
    setupFiles: ["tests/support/each-test-file.ts"],
    testTimeout: scaled(60_000),
    hookTimeout: scaled(60_000),
    expect: { poll: { timeout: scaled(10_000) } },
    // More workers than processors, because a test that waits for a disk or a database leaves its
    // processor idle.
    maxWorkers: availableParallelism() + 3,
    // Test files of a worker share their modules, because no test changes a module that it imports.
    isolate: false,
  },
});
