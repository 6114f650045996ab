import { decodeTable } from "#platform/tables/decode-table.ts";
import { isDayCell } from "#platform/tables/read-day-cells.ts";
import {
  type Delimiter,
  delimiters,
  readTable,
  type TableRow,
} from "#platform/tables/read-table.ts";
import { isEmptyCell, isNumber } from "#platform/tables/read-table-cells.ts";
import { refusedFile } from "./found-figures.ts";

const limits = { rows: 50_000, columns: 40, cells: 2_000_000, rowBytes: 100_000 };

/** Headings and the rows under them. */
export interface Table {
  readonly headings: readonly string[];
  readonly rows: readonly TableRow[];
}

export interface TablesInFile {
  readonly tables: readonly Table[];
  /** Rows outside of the tables, such as comments, titles and notes. */
  readonly asides: readonly TableRow[];
  /** True for a file in an encoding that is assumed. */
  readonly isGuessedText: boolean;
}

/**
 * Finds the tables of a CSV file. Programs write titles, comments and periods in front of the
 * headings, and several tables below each other. Throws "invalid" with a sentence.
 */
export function findTables(bytes: Uint8Array): TablesInFile {
  const { text, isGuessed } = decodeTable(bytes);
  // Excel names the delimiter in the first line, and does not show this line.
  const named = /^"?sep=([^\r\n])"?/i.exec(text);
  const delimiter = delimiters.find((one): one is Delimiter => one === named?.[1]);
  const rows = readTable(text.slice(named?.[0].length ?? 0), limits, delimiter);
  const tables: { headings: readonly string[]; rows: TableRow[] }[] = [];
  const asides: TableRow[] = [];
  /** Rows without numbers that are right above a block. */
  let above: readonly TableRow[] = [];
  for (const { rows: block, isAfterGap } of blocksOf(rows)) {
    const alone = tableIn(block);
    if (alone === undefined) {
      asides.push(...block);
      above = block;
      continue;
    }
    // A blank line can be between the headings and the numbers, and between these and their totals.
    const joined = alone.hasHeadings || !isAfterGap ? undefined : tableIn([...above, ...block]);
    const last = tables.at(-1);
    if (joined?.hasHeadings) {
      asides.splice(asides.length - above.length, above.length, ...joined.before);
      tables.push(joined.table);
    } else if (last !== undefined && isAfterGap && continues(alone, block, last)) {
      last.rows.push(...block);
    } else {
      asides.push(...alone.before);
      tables.push(alone.table);
    }
    above = [];
  }
  return {
    tables: tables.map(({ headings, rows: own }) => tableOf(headings, own)),
    asides,
    isGuessedText: isGuessed,
  };
}

/** Like `findTables`, but throws "invalid" for a file without a table of two columns. */
export function tablesIn(bytes: Uint8Array): TablesInFile {
  const found = findTables(bytes);
  const tables = found.tables.filter(({ headings }) => headings.length > 1);
  if (tables.length > 0) return { ...found, tables };
  throw refusedFile(
    "The file has no table: it needs a line of headings, and at least two columns separated by commas, semicolons or tabs.",
  );
}

interface Block {
  readonly rows: readonly TableRow[];
  /** True for a block that only a blank line parts from the one before. */
  readonly isAfterGap: boolean;
}

/** Rows between blank lines and comments. A comment is a block of its own. */
function blocksOf(rows: readonly TableRow[]): readonly Block[] {
  const blocks: { rows: TableRow[]; isAfterGap: boolean }[] = [];
  for (const [at, row] of rows.entries()) {
    const before = rows[at - 1];
    const block = blocks.at(-1);
    const isParted = before === undefined || isComment(row) || isComment(before);
    const isAfterGap = before !== undefined && !isParted && row.line > lineAfter(before);
    if (block === undefined || isParted || isAfterGap) blocks.push({ rows: [row], isAfterGap });
    else block.rows.push(row);
  }
  return blocks;
}

/** "# Start date: 20261101". A search such as "#plums" has numbers beside it. */
function isComment({ cells }: TableRow): boolean {
  const [first = "", ...others] = cells;
  return /^\s*#\s*\S/.test(first) && !others.some(isValue);
}

function lineAfter({ line, cells }: TableRow): number {
  const breaks = cells.flatMap((cell) => cell.match(/\r\n|\r|\n/g) ?? []);
  return line + breaks.length + 1;
}

const isValue = (cell: string) => isNumber(cell) || isDayCell(cell);

/** The row without the blank cells at its end. */
function widthOf(cells: readonly string[]): number {
  return cells.findLastIndex((cell) => cell.trim() !== "") + 1;
}

const hasValues = (cells: readonly string[]) => widthOf(cells) > 1 && cells.some(isValue);

const filledIn = (cells: readonly string[]) => cells.filter((cell) => cell.trim() !== "").length;

/** The number of texts in a row of texts alone; 0 for a row with a value or a mark for none. */
function filledTexts(cells: readonly string[]): number {
  const isMark = (cell: string) => cell.trim() !== "" && isEmptyCell(cell);
  return cells.some((cell) => isValue(cell) || isMark(cell)) ? 0 : filledIn(cells);
}

interface FoundTable {
  readonly table: { readonly headings: readonly string[]; readonly rows: TableRow[] };
  readonly before: readonly TableRow[];
  readonly hasHeadings: boolean;
}

/** The table of a block; undefined for a block without a row of numbers. */
function tableIn(block: readonly TableRow[]): FoundTable | undefined {
  const withValues = block.filter(({ cells }) => hasValues(cells));
  const width = mostFrequent(withValues.map(({ cells }) => widthOf(cells)));
  // A line of the period in front of the headings can have a number too, but fewer cells.
  const isFull = ({ cells }: TableRow) => hasValues(cells) && widthOf(cells) >= width;
  const fullText = block.findIndex(({ cells }) => filledTexts(cells) >= width);
  const from = block.slice(0, Math.max(0, fullText)).some(isFull) ? 0 : Math.max(0, fullText);
  const firstData = block.findIndex(
    ({ cells }, at) => at >= from && hasValues(cells) && 2 * filledIn(cells) > width,
  );
  if (firstData === -1) return undefined;
  const texts = block.slice(0, firstData).map(({ cells }, at) => ({
    at,
    filled: filledTexts(cells),
  }));
  // Titles have fewer cells than headings; the last line of equally many is next to the numbers.
  const [heading] = texts
    .filter(({ filled }) => filled > 1)
    .toSorted((one, other) => other.filled - one.filled || other.at - one.at);
  const body = heading === undefined ? firstData : heading.at + 1;
  const headings = block[heading?.at ?? -1]?.cells ?? [];
  const missing = Array<string>(Math.max(0, width - headings.length)).fill("");
  const table = { headings: [...headings, ...missing], rows: block.slice(body) };
  const before = block.slice(0, heading?.at ?? firstData);
  return { table, before, hasHeadings: heading !== undefined };
}

/** Without columns that are blank at the right edge, and without repeated headings. */
function tableOf(headings: readonly string[], rows: readonly TableRow[]): Table {
  const own = rows.filter(({ cells }) => !headings.every((heading, at) => cells[at] === heading));
  const widths = own.map(({ cells }) => widthOf(cells));
  const width = widths.reduce((most, one) => Math.max(most, one), widthOf(headings));
  const wide = own[widths.findIndex((one) => one > headings.length)];
  if (wide !== undefined) {
    throw refusedFile(
      `Row ${wide.line} has ${widthOf(wide.cells)} cells, but there are ${headings.length} headings. A number such as 1,234 must be in quotation marks in a file with commas.`,
    );
  }
  return { headings: headings.slice(0, width), rows: own };
}

/** True for rows that belong to the table above the blank line, such as its totals. */
function continues(found: FoundTable, block: readonly TableRow[], { headings }: Table): boolean {
  return (
    !found.hasHeadings &&
    found.before.length === 0 &&
    block.every(({ cells }) => widthOf(cells) <= headings.length)
  );
}

function mostFrequent(numbers: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1);
  return [...counts].toSorted(([one, a], [other, b]) => b - a || other - one)[0]?.[0] ?? 0;
}
