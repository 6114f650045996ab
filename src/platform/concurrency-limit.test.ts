import { expect, test } from "vitest";
import { createConcurrencyLimit } from "./concurrency-limit.ts";
import { AppError } from "./errors.ts";

const refusal = () => new AppError("unavailable", "Come back later.");

function controllableJobs() {
  const started: number[] = [];
  const ends: (() => void)[] = [];
  const job = (number: number) => async () => {
    started.push(number);
    await new Promise<void>((resolve) => {
      ends[number] = resolve;
    });
    return number;
  };
  return { started, job, end: (number: number) => ends[number]?.() };
}

test("jobs within the first limit run, jobs within the second limit wait in a queue, and further jobs are refused", async () => {
  const { started, job, end } = controllableJobs();
  const limited = createConcurrencyLimit({ atOnce: 2, waiting: 2, refusal });
  const results = [0, 1, 2, 3].map((number) => limited(job(number)));
  expect(started).toEqual([0, 1]);
  await expect(limited(job(4))).rejects.toMatchObject({
    code: "unavailable",
    message: "Come back later.",
  });
  end(1);
  await expect(results[1]).resolves.toBe(1);
  await expect.poll(() => started).toEqual([0, 1, 2]);
  end(0);
  end(2);
  await Promise.all([results[0], results[2]]);
  await expect.poll(() => started).toEqual([0, 1, 2, 3]);
  end(3);
  expect(await results[3]).toBe(3);
});

test("a failed job lets the next job run", async () => {
  const limited = createConcurrencyLimit({ atOnce: 1, waiting: 1, refusal });
  const failing = limited(() => Promise.reject(new Error("no")));
  const after = limited(async () => "done");
  await expect(failing).rejects.toThrow("no");
  expect(await after).toBe("done");
  expect(await limited(async () => "again")).toBe("again");
});
