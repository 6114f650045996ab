import type { Log } from "./metrics/log.ts";

export interface Worker {
  /** Looks for work now rather than at the next interval. */
  wake(): void;
  /** Resolves when the job in hand, if any, is finished. No job starts afterwards. */
  stop(): Promise<void>;
}

interface WorkerOptions {
  readonly name: string;
  /** How long to rest when there is nothing to do; other processes add work without a wake. */
  readonly intervalMs: number;
  /** Does one job. True when there may be another one waiting. */
  readonly workOnce: () => Promise<boolean>;
  readonly log: Log;
}

/** Repeats a job for as long as there is work, then rests. An error is logged and rested upon. */
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
