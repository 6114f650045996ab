import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { findDamage } from "../platform/database/database-file.ts";

/**
 * Looks through a database file in a thread of its own, because a large one takes longer than a start
 * or a visitor can wait. Resolves to its first fault, or null. `program` is a file that imports this
 * one; the built program is one such.
 */
export async function faultInThread(
  file: string,
  signal: AbortSignal,
  program = new URL(import.meta.url),
): Promise<string | null> {
  const thread = new Worker(program, { workerData: { fileToCheck: file } });
  const stop = () => void thread.terminate();
  signal.addEventListener("abort", stop);
  try {
    return await new Promise((resolve, reject) => {
      thread.once("message", resolve);
      thread.once("error", reject);
      thread.once("exit", () => reject(new Error("The check of the file was broken off.")));
    });
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

if (!isMainThread && workerData?.fileToCheck !== undefined) {
  parentPort?.postMessage(findDamage(workerData.fileToCheck));
}
