import { type ResourceLimits, Worker } from "node:worker_threads";

interface ThreadOptions {
  readonly signal: AbortSignal;
  /** Message of the error for a stopped thread. */
  readonly stopped: string;
  /** A thread that exceeds a limit ends with an error; the process continues. */
  readonly resourceLimits?: ResourceLimits;
}

/**
 * Runs a program in a thread, so that synchronous work does not block requests. Resolves to the
 * first message of the thread. Rejects with the message `stopped` when the thread ends without a
 * message, for example because the signal was aborted.
 */
export async function threadResult<T>(
  program: URL,
  workerData: object,
  { signal, stopped, resourceLimits }: ThreadOptions,
): Promise<T> {
  signal.throwIfAborted();
  const thread = new Worker(program, { workerData, ...(resourceLimits && { resourceLimits }) });
  const stop = () => void thread.terminate();
  signal.addEventListener("abort", stop);
  try {
    return await new Promise<T>((resolve, reject) => {
      thread.once("message", resolve);
      thread.once("error", reject);
      thread.once("exit", () => reject(new Error(stopped)));
    });
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
