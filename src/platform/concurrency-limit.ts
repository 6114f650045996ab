import type { AppError } from "./errors.ts";

interface ConcurrencyLimitOptions {
  /** Maximum number of jobs that run at once. */
  readonly atOnce: number;
  /** Maximum number of jobs that wait. */
  readonly waiting: number;
  /** Creates the error for a job that can neither run nor wait. */
  readonly refusal: () => AppError;
}

/** Runs a job as soon as the limit allows. */
export type ConcurrencyLimit = <T>(job: () => Promise<T>) => Promise<T>;

/**
 * Creates a semaphore: a few jobs run at once, the others wait first in, first out, so that a flood
 * of jobs leaves processor time and memory to everything else. Throws the refusal when too many
 * jobs wait.
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
      // The next job takes the place of this one, so the number of running jobs stays the same.
      const next = queue.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
