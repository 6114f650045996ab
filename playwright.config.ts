import { availableParallelism } from "node:os";
import { defineConfig, devices } from "@playwright/test";
import { takeAssetsAsAddresses } from "./tests/support/browser/assets-as-addresses.ts";
import { keepBrowsersInOurGroup } from "./tests/support/browser/browsers-in-our-group.ts";
import { releaseTests } from "./tests/support/release-tests.ts";
import { scaled } from "./tests/support/time-limits.ts";

// Every worker process runs this file before it starts a browser or reads a test.
keepBrowsersInOurGroup();
takeAssetsAsAddresses();

export default defineConfig({
  testDir: "tests/e2e",
  testMatch: "**/*.test.ts",
  testIgnore: releaseTests.run ? [] : [releaseTests.files],
  outputDir: "test-results",
  forbidOnly: Boolean(process.env.CI),
  // A retry would hide an unreliable test.
  retries: 0,
  // More workers than processors, because a test that waits for a page leaves its processor idle.
  workers: availableParallelism() + 2,
  // Every action has its own limit; this one is for the longest journeys on a busy machine.
  timeout: scaled(180_000),
  expect: { timeout: scaled(20_000) },
  use: {
    ...devices["Desktop Chrome"],
    actionTimeout: scaled(30_000),
    navigationTimeout: scaled(30_000),
    viewport: { width: 1280, height: 900 },
    // No traces, because Playwright would also record them for tests that pass. `--trace on`
    // records them.
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH || "/usr/bin/chromium",
      args: [
        "--no-sandbox",
        // Pages live for seconds, so optimising compilers would take more time than they save.
        "--js-flags=--no-opt --no-maglev --no-flush-bytecode",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-default-apps",
        "--no-first-run",
        // A page that needs another host is faulty, so every other host name fails.
        "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
      ],
    },
  },
});
