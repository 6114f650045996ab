import type { z } from "zod";
import { AppError, type FieldIssue } from "../errors.ts";
import { pathOfControl } from "./plain-text.ts";

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

/**
 * Throws "invalid" with one issue for each fault of the input. Also refuses control characters and
 * halves of surrogate pairs in every text, because no schema needs them and PostgreSQL and pages
 * cannot hold them.
 */
export function parseOrThrow<T>(schema: z.ZodType<T>, input: unknown): T {
  if (input instanceof UnreadableInput) throw input.error;
  const parsed = schema.safeParse(input);
  if (parsed.success) {
    requirePlainTexts(parsed.data);
    return parsed.data;
  }
  const issues = parsed.error.issues.flatMap(fieldIssues);
  throw new AppError("invalid", issues.map((issue) => issue.message).join(" "), { issues });
}

function requirePlainTexts(value: unknown): void {
  const path = pathOfControl(value)?.join(".");
  if (path === undefined) return;
  const message =
    "This text has a character that cannot be shown, such as a control character. Remove it, or type the text again.";
  throw new AppError("invalid", message, { issues: [{ path, message }] });
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
