import { AppError } from "../errors.ts";

/** Maximum depth of nesting, several times the depth of any valid body. */
const mostLevels = 64;

/**
 * Parses JSON from outside. Throws "invalid" for a text that is no JSON, or that nests so deep that
 * a recursive function could run out of stack.
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
