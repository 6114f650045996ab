import { defineConfig } from "vitest/config";

// Used by tests/test-command.release.test.ts, which tests how `npm test` reports a hanging run.
export default defineConfig({
  test: {
    dir: import.meta.dirname,
    include: [process.env.HANGS ? "hangs.vitest.ts" : "ends.vitest.ts"],
    maxWorkers: 1,
  },
});
