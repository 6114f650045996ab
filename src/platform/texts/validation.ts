import type { z } from "zod";
import { AppError, type FieldIssue } from "../errors.ts";

/**
 * Takes the place of an input that could not be read. Only `parseOrThrow` throws the error, so that
 * an operation checks the sender's right first.
 */
export class UnreadableInput {
  readonly error: AppError;

  constructor(error: AppError) {
    this.error = error;
  }
}

/** Throws "invalid" with one issue for each fault of the input. */
export function parseOrThrow<T>(schema: z.ZodType<T>, input: unknown): T {
  if (input instanceof UnreadableInput) throw input.error;
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.flatMap(fieldIssues);
  throw new AppError("invalid", issues.map((issue) => issue.message).join(" "), { issues });
}

function fieldIssues(issue: z.core.$ZodIssue): FieldIssue[] {
  const path = issue.path.join(".");
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({
      path: [path, key].filter(Boolean).join("."),
      message: `Unknown field ${key}.`,
    }));
  }
  return [{ path, message: issue.message }];
}
