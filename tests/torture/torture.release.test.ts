import { expect, test } from "vitest";
import { scaled } from "../support/time-limits.ts";
import { type Torture, tortures } from "./tortures.ts";

// `full-disk.test.ts` fills a disk in every run of `npm test`.
const titled = tortures
  .filter(({ name }) => name !== "disk")
  .map((torture): [string, Torture] => [
    [torture.does, torture.engine, torture.protocol ?? ""].join(" ").trim(),
    torture,
  ]);

test.each(titled)("%s causes no fault", { timeout: scaled(120_000) }, async (_, torture) => {
  let interrupted = 0;
  // Repeats the round until something was interrupted, because on a busy machine a process can have
  // done everything before the kill.
  for (let round = 0; interrupted === 0 && round < 5; round++) {
    const outcome = await torture.run(torture.timesInRelease);
    if (outcome === null) return;
    expect(outcome.faults).toEqual([]);
    expect(outcome.acknowledged).toBeGreaterThan(0);
    interrupted = outcome.interrupted;
  }
  expect(interrupted).toBeGreaterThan(0);
});
