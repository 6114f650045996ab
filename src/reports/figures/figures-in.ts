import { plainTextsIn } from "#platform/texts/plain-text.ts";
import type { FigureFile, FoundFigures } from "./found-figures.ts";
import { isZip } from "./is-zip.ts";
import { readMappedCsv } from "./map-csv.ts";
import { readSearchConsole } from "./search-console.ts";
import { unzipLimited } from "./unzip-limited.ts";

/**
 * The numbers of each period in an exported file: the zip of Search Console, or a CSV file whose
 * columns `mapping` (`csvMapping`) describes. Throws "invalid" with a sentence.
 */
export async function figuresIn(
  { bytes }: FigureFile,
  mapping: unknown,
): Promise<readonly FoundFigures[]> {
  const found =
    isZip(bytes) || mapping === undefined
      ? readSearchConsole(await unzipLimited(bytes))
      : readMappedCsv(bytes, mapping);
  return plainTextsIn(found);
}
