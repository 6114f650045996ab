import type { AppError } from "./errors.ts";

interface TurnstileOptions {
  readonly atOnce: number;
  /** How many more may wait for their turn. */
  readonly waiting: number;
  /** What whoever comes when these wait already is refused with. */
  readonly refusal: () => AppError;
}

export type Turnstile = <T>(job: () => Promise<T>) => Promise<T>;

/**
 * Lets a few jobs run at once, the others in the order in which they came, so that a flood of them
 * takes neither the processor nor the memory from everything else. Throws its refusal when too many
 * wait.
 */
export function createTurnstile({ atOnce, waiting, refusal }: TurnstileOptions): Turnstile {
  let running = 0;
  const queue: (() => void)[] = [];
  return async (job) => {
    if (running < atOnce) running += 1;
    else if (queue.length < waiting) await new Promise<void>((resolve) => queue.push(resolve));
    else throw refusal();
    try {
      return await job();
    } finally {
      // Whoever is next takes this place, so the number that run stays.
      const next = queue.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
