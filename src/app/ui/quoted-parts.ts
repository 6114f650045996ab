interface TextPart {
  readonly text: string;
  readonly isQuote: boolean;
}

/** A shorter quote takes no more space than its summary, so it is shown. */
const shortestFolded = 5;

/**
 * Splits a text at its quotes, whose lines begin with ">". Short quotes stay with the words around
 * them.
 */
export function quotedParts(text: string): readonly TextPart[] {
  const parts: { lines: string[]; isQuote: boolean }[] = [];
  for (const line of text.split("\n")) {
    const isQuote = /^\s*[>＞]/.test(line);
    const last = parts.at(-1);
    if (last?.isQuote === isQuote) last.lines.push(line);
    else parts.push({ lines: [line], isQuote });
  }
  const merged: { lines: string[]; isQuote: boolean }[] = [];
  for (const { lines, isQuote } of parts) {
    const isFolded = isQuote && lines.length >= shortestFolded;
    const last = merged.at(-1);
    if (!isFolded && last?.isQuote === false) last.lines.push(...lines);
    else merged.push({ lines, isQuote: isFolded });
  }
  return merged.map((part) => ({
    // The blocks of a page are on lines of their own, so an empty line would be one too many.
    text: part.lines.join("\n").replace(/^\n+|\n+$/g, ""),
    isQuote: part.isQuote,
  }));
}
