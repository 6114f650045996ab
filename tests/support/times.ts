import { progressWriter } from "../../scripts/tests/progress.mjs";

const progress = progressWriter();
/** Milliseconds that the current test file has spent, by cause. */
let spent = new Map<string, number>();

/** Does `work` and counts its duration as that of a cause, for `npm test -- --times`. */
export async function timed<T>(cause: string, work: () => T | Promise<T>): Promise<T> {
  const startedAt = performance.now();
  try {
    return await work();
  } finally {
    spent.set(cause, (spent.get(cause) ?? 0) + performance.now() - startedAt);
  }
}

/** Reports the durations since the last report as those of a test file. */
export function reportTimes(file: string): void {
  progress.spent(file, Object.fromEntries(spent));
  spent = new Map();
}
