import { expect, test } from "vitest";
import { loadOnce } from "./load-once.ts";

test("many who come at once wait for one loading, and later ones for none", async () => {
  let loads = 0;
  const load = loadOnce(async () => ++loads);
  expect(await Promise.all([load(), load(), load()])).toEqual([1, 1, 1]);
  expect(await load()).toBe(1);
});

test("a failure is told, and the next one tries again", async () => {
  let loads = 0;
  const load = loadOnce(async () => {
    loads++;
    if (loads === 1) throw new Error("The disk is gone.");
    return loads;
  });
  await expect(Promise.all([load(), load()])).rejects.toThrow("The disk is gone.");
  expect(loads).toBe(1);
  expect(await load()).toBe(2);
});
