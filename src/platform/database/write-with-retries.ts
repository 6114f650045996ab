import { AppError } from "../errors.ts";
import type { Queries, WriteTransaction } from "./database.ts";
import { faultOf, unknownCommit } from "./database-faults.ts";

const retryableStates = new Set(["40001", "40P01"]);
const maxAttempts = 10;
/** A restarting database is back within seconds; after this time, the write fails. */
const reconnectingMs = 5000;
const maximumBackOffMs = 500;

/**
 * Runs a write and retries it when it cannot have had an effect: after a serialization failure, a
 * deadlock, or a connection lost before the commit. Does not retry a commit without an answer,
 * because the database may have committed.
 */
export async function writeWithRetries<T>(
  writer: Queries,
  operation: (tx: WriteTransaction) => Promise<T>,
): Promise<T> {
  const deadline = Date.now() + reconnectingMs;
  for (let attempts = 1; ; attempts++) {
    let isCommitting = false;
    try {
      return await writer.transaction().execute(async (tx) => {
        const value = await operation(tx);
        isCommitting = true;
        return value;
      });
    } catch (error) {
      const isLost = !(error instanceof AppError) && faultOf(error) === "unreachable";
      if (isLost && isCommitting) throw unknownCommit(error);
      const isConflict = retryableStates.has(String((error as { code?: unknown }).code));
      const mayRetry = isLost ? Date.now() < deadline : isConflict && attempts < maxAttempts;
      if (!mayRetry) throw error;
      const backOffMs = Math.random() * 10 * 2 ** attempts;
      await new Promise((resolve) => setTimeout(resolve, Math.min(backOffMs, maximumBackOffMs)));
    }
  }
}
