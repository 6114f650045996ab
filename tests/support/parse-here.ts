import { AppError } from "#platform/errors.ts";
import { resultOf } from "#platform/parsing/answer-questions.ts";
import type { Parse, Parser } from "#platform/parsing/parser.ts";

/** Parses without a thread. Copies input and answer as a thread does. */
export const parseHere: Parse = async <Input, Answer>(
  parser: Parser<Input, Answer>,
  input: Input,
) => {
  const result = structuredClone(
    await resultOf(parser as Parser<never, unknown>, structuredClone(input)),
  );
  if ("answer" in result) return result.answer as Answer;
  if ("refusal" in result) {
    const { code, message, issues } = result.refusal;
    throw new AppError(code, message, { issues });
  }
  if ("isExcess" in result) throw new AppError("too-large", parser.excess);
  throw new Error(result.fault);
};
