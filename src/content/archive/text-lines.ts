import { AppError } from "../../platform/errors.ts";

/** A picture of the largest size that is taken, as base64, and what stands around it. */
const longestLine = 32 * 1024 * 1024;

/**
 * The lines of a text that arrives as bytes, without their ends; a last line end begins no line.
 * Throws "invalid" for bytes that are no UTF-8, and "too-large" for a line beyond all measure.
 */
export async function* linesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let parts: string[] = [];
  let length = 0;
  for await (const chunk of bytes) {
    const [first = "", ...others] = decoded(decoder, chunk).split("\n");
    parts.push(first);
    length += first.length;
    for (const text of others) {
      yield parts.join("");
      parts = [text];
      length = text.length;
    }
    if (length > longestLine) throw new AppError("too-large", "A line of the file is too long.");
  }
  parts.push(decoded(decoder));
  const last = parts.join("");
  if (last !== "") yield last;
}

function decoded(decoder: TextDecoder, chunk?: Uint8Array): string {
  try {
    return decoder.decode(chunk, { stream: chunk !== undefined });
  } catch {
    throw new AppError("invalid", "The file is not text.");
  }
}
