import { test } from "vitest";

test("passes before the one that hangs", () => {});

test("hangs so that no time limit reaches it", async () => {
  // Lets the reports reach the runner before the loop blocks this worker.
  await new Promise((resolve) => setTimeout(resolve, 500));
  for (;;);
});
