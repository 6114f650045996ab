import { plainTextsIn } from "#platform/texts/plain-text.ts";
import { type FigureFile, refusedFile } from "../figures/found-figures.ts";
import { isZip } from "../figures/is-zip.ts";
import { readSearchLines } from "../figures/search-console.ts";
import { unzipLimited } from "../figures/unzip-limited.ts";
import { positionOf, type SearchPosition } from "./search-positions.ts";

/** The searches of an exported file with their positions, those with the most clicks first. */
export interface FoundPositions {
  /** The days of the export; "" for a file without days. */
  readonly firstDay: string;
  readonly lastDay: string;
  readonly lines: readonly { readonly search: string; readonly position: SearchPosition }[];
}

/**
 * The positions in the zip of Search Console, or in its file of searches alone, in any language.
 * Throws "invalid" with a sentence.
 */
export async function positionsInFile(file: FigureFile): Promise<FoundPositions> {
  const files = isZip(file.bytes) ? await unzipLimited(file.bytes) : [file];
  const { lines, ...days } = readSearchLines(files);
  const measured = lines.flatMap(({ name, position, clicks }) =>
    position === null || position < 1 ? [] : [{ search: name, position, clicks }],
  );
  if (measured.length === 0) {
    throw refusedFile(
      "The file has no positions of searches. In Search Console, open the report on performance in search results, and export it.",
    );
  }
  return plainTextsIn({
    ...days,
    lines: measured
      .toSorted((one, other) => other.clicks - one.clicks)
      .map(({ search, position }) => ({ search, position: positionOf(position) })),
  });
}
