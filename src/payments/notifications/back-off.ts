const firstDelayMs = 1000;
const longestDelayMs = 10 * 60 * 1000;

/**
 * Exponential back-off: the delay doubles with each failed attempt up to ten minutes, with a jitter
 * of up to a quarter less, so that attempts that failed together are not repeated together.
 */
export function backOffMs(failedAttempts: number, chance: number = Math.random()): number {
  const delayMs = Math.min(firstDelayMs * 2 ** (failedAttempts - 1), longestDelayMs);
  return Math.round(delayMs * (1 - chance / 4));
}
