import { defineConfig } from "@playwright/test";

// Used by tests/test-command.release.test.ts, which tests how `npm test` reports a hanging run.
export default defineConfig({
  testMatch: `**/${process.env.HANGS ? "hangs" : "ends"}.playwright.ts`,
  outputDir: `${process.env.TMPDIR}/results`,
  workers: 1,
});
