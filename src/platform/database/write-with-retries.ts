import { AppError } from "../errors.ts";
import type { Queries, WriteTransaction } from "./database.ts";
import { faultOf, unknownCommit } from "./database-faults.ts";

const retryableStates = new Set(["40001", "40P01"]);
const maxAttempts = 10;
/** A database that restarts is back within seconds; whoever waits longer is told. */
const reconnectingMs = 5000;
const longestBackOffMs = 500;

/**
 * Does a write again that cannot have had an effect: one that stood in another's way, and one whose
 * connection was lost before it was to be committed. A commit that was never answered is not done
 * again, because it may have happened.
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
      const isInTheWay = retryableStates.has(String((error as { code?: unknown }).code));
      const mayGoOn = isLost ? Date.now() < deadline : isInTheWay && attempts < maxAttempts;
      if (!mayGoOn) throw error;
      const backOffMs = Math.random() * 10 * 2 ** attempts;
      await new Promise((resolve) => setTimeout(resolve, Math.min(backOffMs, longestBackOffMs)));
    }
  }
}
