import { skippedBeforeFormula } from "#platform/texts/csv.ts";

const skipped = new RegExp(`^[${skippedBeforeFormula}]+`, "u");
const beginsFormula = (cell: string) =>
  /^[=+\-@]/.test(cell.normalize("NFKC").replace(skipped, ""));

/**
 * Cells as a reader sees them that expects `separator`. It either ignores quotation marks, or
 * takes what is between two of them as one piece, also if the cell goes on after the second.
 */
export function cellsOf(file: string, separator: string, handlesQuotes: boolean): string[] {
  const cells: string[] = [];
  let cell = "";
  let isQuoted = false;
  for (let at = 0; at < file.length; at += 1) {
    const character = file.charAt(at);
    if (handlesQuotes && character === '"') {
      if (isQuoted && file[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else if (isQuoted || cell === "") isQuoted = !isQuoted;
      else cell += character;
    } else if (!isQuoted && (character === separator || /[\r\n]/.test(character))) {
      cells.push(cell);
      cell = "";
    } else cell += character;
  }
  return [...cells, cell];
}

const readers = [",", ";", "\t", "|"].flatMap((separator) => [
  { separator, handlesQuotes: true },
  { separator, handlesQuotes: false },
]);

/**
 * Cells in which some reader of the file sees a formula. An amount of the program is no formula,
 * although it can begin with a minus.
 */
export function formulasIn(file: string): string[] {
  return readers
    .flatMap(({ separator, handlesQuotes }) => cellsOf(file, separator, handlesQuotes))
    .filter((cell) => beginsFormula(cell) && !/^-\d+\.\d\d$/.test(cell));
}
