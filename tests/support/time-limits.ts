/** What `npm test` measured: 1 on two idle cores, more on a slower or busier machine. */
export const timeFactor = Number(process.env.TEST_TIME_FACTOR || 1);

/** A time limit in milliseconds, as long as this machine needs for it. */
export function scaled(milliseconds: number): number {
  return Math.round(milliseconds * timeFactor);
}
