const firstDelayMs = 1000;
const longestDelayMs = 10 * 60 * 1000;

/**
 * How long to wait after so many failed attempts: twice as long each time, up to ten minutes, and
 * by chance up to a quarter less, so that what failed together is not tried again together.
 */
export function backOffMs(failedAttempts: number, chance: number = Math.random()): number {
  const delayMs = Math.min(firstDelayMs * 2 ** (failedAttempts - 1), longestDelayMs);
  return Math.round(delayMs * (1 - chance / 4));
}
