export interface Line {
  /** Place of the line among the lines with a text; a key for React. */
  readonly place: number;
  readonly cells: readonly string[];
}

/**
 * The lines of a text, each cut at its first bars into at most `most` cells: "42 % | more visitors"
 * has two. Empty lines count for nothing.
 */
export function linesOf(text: string, most: number): readonly Line[] {
  return text
    .split(/\r?\n/)
    .filter((line) => line.replaceAll("|", "").trim() !== "")
    .map((line, place) => ({ place, cells: cellsOf(line, most) }));
}

function cellsOf(line: string, most: number): string[] {
  const parts = line.split("|").map((part) => part.trim());
  if (parts.length <= most) return parts;
  return [...parts.slice(0, most - 1), parts.slice(most - 1).join(" | ")];
}

/** The records that the lines of a text name, in the order of the records; all without a line. */
export function namedIn<Named>(
  text: string,
  records: readonly Named[],
  nameOf: (record: Named) => string,
): readonly Named[] {
  const spelled = (name: string) => name.trim().toLowerCase();
  const names = linesOf(text, 1).map(({ cells: [name = ""] }) => spelled(name));
  return records.filter((record) => names.length === 0 || names.includes(spelled(nameOf(record))));
}
