import { defineConfig } from "vitest/config";

// For tests/test-command.test.ts, which looks at what `npm test` says of a run that hangs.
export default defineConfig({
  test: {
    dir: import.meta.dirname,
    include: [process.env.HANGS ? "hangs.vitest.ts" : "ends.vitest.ts"],
    maxWorkers: 1,
  },
});
