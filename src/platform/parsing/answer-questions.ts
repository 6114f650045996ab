import { parentPort } from "node:worker_threads";
import { AppError, type ErrorCode, type FieldIssue } from "../errors.ts";
import type { Parser } from "./parser.ts";

export interface Question {
  /** Name of the parser. */
  readonly parser: string;
  readonly input: unknown;
}

export type ParsingResult =
  | { readonly answer: unknown }
  | { readonly refusal: Refusal }
  | { readonly isExcess: true }
  /** Stack of an error that is a fault of the program. */
  | { readonly fault: string };

interface Refusal {
  readonly code: ErrorCode;
  readonly message: string;
  readonly issues: readonly FieldIssue[];
}

/** Answers each message of the main thread with the result of the parser that it names. */
export function answerQuestions(parsers: readonly Parser<never, unknown>[]): void {
  const byName = new Map(parsers.map((parser) => [parser.name, parser]));
  parentPort?.on("message", async ({ parser, input }: Question) => {
    parentPort?.postMessage(await resultOf(byName.get(parser), input));
  });
}

export async function resultOf(
  parser: Parser<never, unknown> | undefined,
  input: unknown,
): Promise<ParsingResult> {
  if (parser === undefined) return { fault: "The parser is not listed in server/parsers.ts." };
  try {
    const run = await parser.load();
    return { answer: await run(input as never) };
  } catch (error) {
    if (error instanceof AppError) {
      const { code, message, issues } = error;
      return { refusal: { code, message, issues } };
    }
    // The stack, a text or an array is too large.
    if (error instanceof RangeError) return { isExcess: true };
    return { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
