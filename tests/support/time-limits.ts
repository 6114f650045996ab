/**
 * Factor by which this machine is slower than two idle cores, as `npm test` measured; at least 1.
 */
const timeFactor = Number(process.env.TEST_TIME_FACTOR || 1);

/** A time limit in milliseconds, scaled to the speed of the machine. */
export function scaled(milliseconds: number): number {
  return Math.round(milliseconds * timeFactor);
}
