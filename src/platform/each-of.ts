import { AppError } from "./errors.ts";

export interface Failure {
  readonly id: string;
  readonly reason: string;
}

export interface Outcomes<Result> {
  readonly done: readonly Result[];
  readonly failed: readonly Failure[];
}

/**
 * Runs an operation once for each id. An AppError for one id does not stop the operations for the
 * other ids. An unexpected error is thrown after all operations have ended.
 */
export async function eachOf<Result>(
  ids: readonly string[],
  operate: (id: string) => Promise<Result>,
): Promise<Outcomes<Result>> {
  const unique = [...new Set(ids)];
  const outcomes = await Promise.allSettled(unique.map((id) => operate(id)));
  const done: Result[] = [];
  const failed: Failure[] = [];
  for (const [index, outcome] of outcomes.entries()) {
    if (outcome.status === "fulfilled") done.push(outcome.value);
    else failed.push({ id: unique[index] ?? "", reason: reasonOf(outcome.reason) });
  }
  return { done, failed };
}

function reasonOf(error: unknown): string {
  if (error instanceof AppError) return error.message;
  throw error;
}
