import { AppError } from "../platform/errors.ts";

/** Runs work when its turn has come. */
export type TakeTurn = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * A queue for heavy work: one job at a time, and at most `waiting` behind it. Whoever comes then
 * gets "too-many", so that memory stays bounded however much is sent.
 */
export function createTurns(waiting: number): TakeTurn {
  let last: Promise<unknown> = Promise.resolve();
  let inside = 0;
  return async (work) => {
    if (inside > waiting) {
      throw new AppError("too-many", "Many pictures are being read just now. Try again shortly.", {
        retryAfterSeconds: 5,
      });
    }
    inside += 1;
    const mine = last.then(work, work);
    last = mine.catch(() => {});
    try {
      return await mine;
    } finally {
      inside -= 1;
    }
  };
}
