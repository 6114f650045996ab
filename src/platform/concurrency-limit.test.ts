import { expect, test } from "vitest";
import { createTurnstile } from "./concurrency-limit.ts";
import { AppError } from "./errors.ts";

const refusal = () => new AppError("unavailable", "Come back later.");

/** Jobs that last until they are told to end, and who has begun. */
function openJobs() {
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const job = (number: number) => async () => {
    begun.push(number);
    await new Promise<void>((resolve) => {
      ends[number] = resolve;
    });
    return number;
  };
  return { begun, job, end: (number: number) => ends[number]?.() };
}

test("a turnstile lets so many run at once, the others in their order, and refuses more", async () => {
  const { begun, job, end } = openJobs();
  const pass = createTurnstile({ atOnce: 2, waiting: 2, refusal });
  const results = [0, 1, 2, 3].map((number) => pass(job(number)));
  expect(begun).toEqual([0, 1]);
  await expect(pass(job(4))).rejects.toMatchObject({
    code: "unavailable",
    message: "Come back later.",
  });
  end(1);
  await expect(results[1]).resolves.toBe(1);
  await expect.poll(() => begun).toEqual([0, 1, 2]);
  end(0);
  end(2);
  await Promise.all([results[0], results[2]]);
  await expect.poll(() => begun).toEqual([0, 1, 2, 3]);
  end(3);
  expect(await results[3]).toBe(3);
});

test("a place is free again after a job that failed", async () => {
  const pass = createTurnstile({ atOnce: 1, waiting: 1, refusal });
  const failing = pass(() => Promise.reject(new Error("no")));
  const after = pass(async () => "done");
  await expect(failing).rejects.toThrow("no");
  expect(await after).toBe("done");
  expect(await pass(async () => "again")).toBe("again");
});
