import type { AppError } from "./errors.ts";

interface ConcurrencyLimitOptions {
  readonly atOnce: number;
  readonly waiting: number;
  readonly refusal: () => AppError;
}

export type ConcurrencyLimit = <T>(job: () => Promise<T>) => Promise<T>;

/**
 * Creates a semaphore: at most `atOnce` jobs run, and at most `waiting` jobs wait in a first-in,
 * first-out queue. Throws `refusal` for any further job, so that a flood of jobs leaves processor
 * time and memory to the rest of the site.
 */
export function createConcurrencyLimit({
  atOnce,
  waiting,
  refusal,
}: ConcurrencyLimitOptions): ConcurrencyLimit {
  let running = 0;
  const queue: (() => void)[] = [];
  return async (job) => {
    if (running < atOnce) running += 1;
    else if (queue.length < waiting) await new Promise<void>((resolve) => queue.push(resolve));
    else throw refusal();
    try {
      return await job();
    } finally {
      // A waiting job starts when this job ends, so the number of running jobs stays the same.
      const next = queue.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
