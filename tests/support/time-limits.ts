/** Slowness that `npm test` measured: 1 on two idle cores, more on slower or busier machines. */
export const timeFactor = Number(process.env.TEST_TIME_FACTOR || 1);

/** A time limit in milliseconds, scaled to the speed of the machine. */
export function scaled(milliseconds: number): number {
  return Math.round(milliseconds * timeFactor);
}
