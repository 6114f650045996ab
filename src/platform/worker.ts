import type { Log } from "./metrics/log.ts";

export interface Worker {
  /** Starts the next check for work now instead of after the interval. */
  wake(): void;
  /** Resolves when the running job, if any, is finished. No job starts afterwards. */
  stop(): Promise<void>;
}

interface WorkerOptions {
  readonly name: string;
  /**
   * Pause between two checks for work. Needed because other processes add work without calling
   * `wake`.
   */
  readonly intervalMs: number;
  /** Does one job. Resolves to true when another job may be waiting. */
  readonly workOnce: () => Promise<boolean>;
  readonly log: Log;
}

/**
 * Repeats a job while there is work, then waits for `intervalMs` or `wake`. Also waits after a job
 * that failed, and logs the error.
 */
export function startWorker({ name, intervalMs, workOnce, log }: WorkerOptions): Worker {
  let stopped = false;
  let wakeUp: () => void = () => {};
  let woken = false;

  async function rest(): Promise<void> {
    if (woken || stopped) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, intervalMs);
      wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async function run(): Promise<void> {
    while (!stopped) {
      woken = false;
      try {
        if (await workOnce()) continue;
      } catch (error) {
        log.error({ worker: name, err: error }, "a background job failed and will be tried again");
      }
      await rest();
    }
  }

  const running = run();
  return {
    wake() {
      woken = true;
      wakeUp();
    },
    async stop() {
      stopped = true;
      wakeUp();
      await running;
    },
  };
}

const firstDelayMs = 1000;
const longestDelayMs = 10 * 60 * 1000;

/**
 * Exponential back-off: the delay doubles with each failed attempt up to ten minutes. A random part
 * of up to a quarter is subtracted, so that attempts that failed together are repeated at different
 * times.
 */
export function backOffMs(failedAttempts: number, chance: number = Math.random()): number {
  const delayMs = Math.min(firstDelayMs * 2 ** (failedAttempts - 1), longestDelayMs);
  return Math.round(delayMs * (1 - chance / 4));
}
