import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { AppError } from "../../platform/errors.ts";
import type { Facts } from "./facts.ts";
import { type CheckResult, runChecks } from "./run-checks.ts";

const readingMs = 8_000;
const idleMs = 5_000;
/**
 * Rest after each page, as a multiple of the time that reading the page took. The rest leaves the
 * processors to visitors when many checks run.
 */
const restRatio = 1;
/** Memory that suffices for an ordinary page of 2 MB. */
const resourceLimits = { maxOldGenerationSizeMb: 90, maxYoungGenerationSizeMb: 12 };

interface Reading {
  readonly facts: Facts;
  readonly mostLinks: number | undefined;
}

/**
 * Runs the checks in a thread with limits of time and memory, because a hostile page may need much
 * of both. Reads one page at a time, and then rests, so that many checks at once leave the
 * processors to visitors. The thread ends after five seconds without a page.
 */
export class PageReader {
  readonly #program: URL;
  #thread: Worker | undefined;
  #endWhenIdle: NodeJS.Timeout | undefined;
  #previous: Promise<unknown> = Promise.resolve();
  #tookMs = 0;

  /** `program` is a file that imports this module, such as the built program. */
  constructor(program = new URL(import.meta.url)) {
    this.#program = program;
  }

  /**
   * Throws "too-large" when a time or memory limit has ended the thread, and the signal's reason
   * when `signal` is aborted.
   */
  read(facts: Facts, signal: AbortSignal, mostLinks?: number): Promise<CheckResult> {
    const reading = this.#previous.then(() => this.#readNext({ facts, mostLinks }, signal));
    const rest = () => sleep(restRatio * this.#tookMs);
    this.#previous = reading.then(rest, rest);
    return reading;
  }

  async #readNext(reading: Reading, signal: AbortSignal): Promise<CheckResult> {
    const startedAt = performance.now();
    signal.throwIfAborted();
    clearTimeout(this.#endWhenIdle);
    this.#thread ??= this.#startThread();
    this.#thread.ref();
    const within = AbortSignal.any([signal, AbortSignal.timeout(readingMs)]);
    try {
      const answer = once(this.#thread, "message", { signal: within });
      this.#thread.postMessage(reading);
      const [result] = (await answer) as [CheckResult];
      return result;
    } catch (cause) {
      this.#end();
      if (signal.aborted) throw cause;
      throw new AppError("too-large", "The page is built in a way that takes too long to read.", {
        cause,
      });
    } finally {
      // An idle thread does not keep the process from ending.
      this.#thread?.unref();
      this.#tookMs = performance.now() - startedAt;
      this.#endWhenIdle = setTimeout(() => this.#end(), idleMs).unref();
    }
  }

  #startThread(): Worker {
    const thread = new Worker(this.#program, { workerData: { readsPages: true }, resourceLimits });
    // Without a listener, an error between two pages would end the whole process.
    thread.on("error", () => {});
    thread.once("exit", () => {
      if (this.#thread === thread) this.#thread = undefined;
    });
    return thread;
  }

  #end(): void {
    void this.#thread?.terminate();
    this.#thread = undefined;
  }
}

if (!isMainThread && workerData?.readsPages === true) {
  parentPort?.on("message", ({ facts, mostLinks }: Reading) => {
    parentPort?.postMessage(runChecks(facts, mostLinks));
  });
}
