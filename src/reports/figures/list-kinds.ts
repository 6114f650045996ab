/** This file imports no server code, because forms and previews in the browser import the file. */
export const listKinds = ["searches", "pages"] as const;
export type ListKind = (typeof listKinds)[number];

/** Heading of the column of names in a list. */
export const listHeadings: Readonly<Record<ListKind, string>> = {
  searches: "Search",
  pages: "Page",
};

const counts = ["", "", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/** "The ten searches with the most clicks". */
export function listTitle({
  kind,
  lines,
}: {
  readonly kind: ListKind;
  readonly lines: readonly unknown[];
}): string {
  if (lines.length === 1) return `The ${listHeadings[kind].toLowerCase()} with clicks`;
  return `The ${counts[lines.length] ?? lines.length} ${kind} with the most clicks`;
}
