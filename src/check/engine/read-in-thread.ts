import { isMainThread, parentPort, workerData } from "node:worker_threads";
import { AppError } from "../../platform/errors.ts";
import { threadResult } from "../../platform/thread-result.ts";
import type { Facts } from "./facts.ts";
import { type CheckResult, runChecks } from "./run-checks.ts";

const readingMs = 8_000;
const memoryMb = 160;

/**
 * Runs the checks in a thread with limits of time and memory, because a hostile page may need much
 * of both. `program` is a file that imports this module, such as the built program. Throws
 * "too-large" when a limit ended the thread.
 */
export async function readInThread(
  facts: Facts,
  signal: AbortSignal,
  program = new URL(import.meta.url),
  mostLinks?: number,
): Promise<CheckResult> {
  try {
    return await threadResult<CheckResult>(
      program,
      { factsToRead: facts, mostLinks },
      {
        signal: AbortSignal.any([signal, AbortSignal.timeout(readingMs)]),
        stopped: "The reading of the page was stopped.",
        resourceLimits: { maxOldGenerationSizeMb: memoryMb },
      },
    );
  } catch (cause) {
    if (signal.aborted) throw cause;
    throw new AppError("too-large", "The page is built in a way that takes too long to read.", {
      cause,
    });
  }
}

if (!isMainThread && workerData?.factsToRead !== undefined) {
  parentPort?.postMessage(runChecks(workerData.factsToRead, workerData.mostLinks));
}
