import { afterEach, beforeEach, expect, test, vi } from "vitest";

// The first reset unloads a sharp that an earlier test loaded; the second unloads the mock.
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
