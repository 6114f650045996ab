import { expect, test } from "vitest";
import { loadOnce } from "./load-once.ts";

test("simultaneous calls share one load, and later calls do not load again", async () => {
  let loads = 0;
  const load = loadOnce(async () => ++loads);
  expect(await Promise.all([load(), load(), load()])).toEqual([1, 1, 1]);
  expect(await load()).toBe(1);
});

test("a failed load rejects the waiting calls, and the next call loads again", async () => {
  let loads = 0;
  const load = loadOnce(async () => {
    loads++;
    if (loads === 1) throw new Error("The disk failed.");
    return loads;
  });
  await expect(Promise.all([load(), load()])).rejects.toThrow("The disk failed.");
  expect(loads).toBe(1);
  expect(await load()).toBe(2);
});
