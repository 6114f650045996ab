import { expect, test, vi } from "vitest";
import { loadSharp } from "./load-sharp.ts";

test("a picture library that could not be loaded is loaded for the next picture", async () => {
  const disk = { isGone: true };
  vi.doMock("sharp", async (original) => {
    if (disk.isGone) throw new Error("The disk is gone.");
    return original();
  });
  await expect(loadSharp()).rejects.toMatchObject({ cause: { message: "The disk is gone." } });
  disk.isGone = false;
  const sharp = await loadSharp();
  expect(sharp.concurrency()).toBe(1);
});
