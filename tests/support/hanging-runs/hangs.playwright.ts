import { test } from "@playwright/test";

test("passes before another test hangs", () => {});

test("blocks the event loop, so that no time limit applies", async () => {
  // Lets the reports reach the runner before the loop blocks this worker.
  await new Promise((resolve) => setTimeout(resolve, 500));
  for (;;);
});
