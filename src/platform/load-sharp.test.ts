import { afterEach, beforeEach, expect, test, vi } from "vitest";

// Whoever ran before may have loaded it, and whoever runs next gets the library itself.
beforeEach(() => vi.resetModules());
afterEach(() => {
  vi.doUnmock("sharp");
  vi.resetModules();
});

test("a picture library that could not be loaded is loaded for the next picture", async () => {
  const disk = { isGone: true };
  vi.doMock("sharp", async (original) => {
    if (disk.isGone) throw new Error("The disk is gone.");
    return original();
  });
  const { loadSharp } = await import("./load-sharp.ts");
  await expect(loadSharp()).rejects.toMatchObject({ cause: { message: "The disk is gone." } });
  disk.isGone = false;
  const sharp = await loadSharp();
  expect(sharp.concurrency()).toBe(1);
});
