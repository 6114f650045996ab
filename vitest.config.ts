import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

// A configuration of its own: the React Router plugin in vite.config.ts is for the application.
export default defineConfig({
  test: {
    environment: "node",
    include: ["src/**/*.test.{ts,tsx}", "tests/**/*.test.ts"],
    exclude: ["tests/e2e/**"],
    globalSetup: ["tests/support/provide-databases.ts"],
    setupFiles: ["tests/support/end-with-runner.ts"],
    // A machine that is busy with a build is slow, not broken.
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // One that waits for a disk or a database leaves its processor to another.
    maxWorkers: availableParallelism() + 1,
    // Modules are read once for each worker: no test changes what it imports.
    isolate: false,
  },
});
