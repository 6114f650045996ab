import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { findDamage } from "../platform/database/database-file.ts";

/**
 * Checks a database file in a thread, because a large file would block requests. Resolves to its first
 * fault, or null. `program` is a file that imports this module, such as the built program.
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
      thread.once("exit", () => reject(new Error("The check of the file was stopped.")));
    });
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

if (!isMainThread && workerData?.fileToCheck !== undefined) {
  parentPort?.postMessage(findDamage(workerData.fileToCheck));
}
