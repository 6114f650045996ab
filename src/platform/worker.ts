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
  /** Number of jobs at once; 1 by default. */
  readonly atOnce?: number;
  /**
   * Does one job. Resolves to true when another job may be waiting. `stopping` is aborted when the
   * worker is told to stop.
   */
  readonly workOnce: (stopping: AbortSignal) => Promise<boolean>;
  readonly log: Log;
}

/**
 * Repeats a job while there is work, then waits for `intervalMs` or `wake`. Also waits after a job
 * that failed, and logs the error.
 */
export function startWorker({ atOnce = 1, ...options }: WorkerOptions): Worker {
  const loops = Array.from({ length: atOnce }, () => startLoop(options));
  return {
    wake() {
      for (const loop of loops) loop.wake();
    },
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}

function startLoop({ name, intervalMs, workOnce, log }: Omit<WorkerOptions, "atOnce">): Worker {
  const stopping = new AbortController();
  let wakeUp: () => void = () => {};
  let woken = false;

  async function rest(): Promise<void> {
    if (woken || stopping.signal.aborted) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, intervalMs);
      wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      woken = false;
      try {
        if (await workOnce(stopping.signal)) continue;
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
      stopping.abort();
      wakeUp();
      await running;
    },
  };
}
