import { defineConfig } from "@playwright/test";

// For tests/test-command.test.ts, which looks at what `npm test` says of a run that hangs.
export default defineConfig({
  testMatch: `**/${process.env.HANGS ? "hangs" : "ends"}.playwright.ts`,
  outputDir: `${process.env.TMPDIR}/results`,
  workers: 1,
});
