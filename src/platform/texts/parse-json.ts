import { AppError } from "../errors.ts";

/** Several times what anything here nests. */
const mostLevels = 64;

/**
 * What `JSON.parse` makes of a text from outside. Throws "invalid" for no JSON, and for one that nests
 * so deep that whoever walks through it would run out of stack.
 */
export function parseJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new AppError("invalid", "The body is not valid JSON.", { cause });
  }
  let level = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > mostLevels) {
      throw new AppError("invalid", `The JSON nests deeper than ${mostLevels} levels.`);
    }
    level = level.flatMap((one) =>
      typeof one === "object" && one !== null ? Object.values(one) : [],
    );
  }
  return value;
}
