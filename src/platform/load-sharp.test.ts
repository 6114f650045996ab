import { afterEach, beforeEach, expect, test, vi } from "vitest";

// Resets the modules before each test, because an earlier test can have loaded sharp, and after
// each test, so that no other test gets the mock.
beforeEach(() => vi.resetModules());
afterEach(() => {
  vi.doUnmock("sharp");
  vi.resetModules();
});

test("sharp is loaded again for the next picture after it failed to load", async () => {
  const disk = { hasFailed: true };
  vi.doMock("sharp", async (original) => {
    if (disk.hasFailed) throw new Error("The disk failed.");
    return original();
  });
  const { loadSharp } = await import("./load-sharp.ts");
  await expect(loadSharp()).rejects.toMatchObject({ cause: { message: "The disk failed." } });
  disk.hasFailed = false;
  const sharp = await loadSharp();
  expect(sharp.concurrency()).toBe(1);
});
