import { CsvError, type Options, parse } from "csv-parse/sync";
import { AppError } from "../errors.ts";

export interface TableLimits {
  /** Rows that are not blank, with the headings. */
  readonly rows: number;
  /** Cells of a row. */
  readonly columns: number;
  /** Cells of the whole table; a blank line counts as one. */
  readonly cells: number;
  /** Bytes of a row. */
  readonly rowBytes: number;
}

export interface TableRow {
  /** Line of the file on which the row begins; the first line is 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

export const delimiters = [",", ";", "\t"] as const;
export type Delimiter = (typeof delimiters)[number];

/** A guess about the delimiter needs no more rows. */
const guessedRows = 50;

/**
 * Rows of a CSV file (RFC 4180, with any line ends) in UTF-8, without blank rows. Quotation marks
 * inside an unquoted cell are part of the cell. Checks the limits while it reads. Without a
 * `delimiter`, uses the one that cuts the first rows most evenly. Throws "invalid" with a sentence.
 */
export function readTable(
  content: string | Uint8Array,
  limits: TableLimits,
  delimiter?: Delimiter,
): readonly TableRow[] {
  const rows: TableRow[] = [];
  forEachRow(content, { limits, delimiter }, (row) => rows.push(row));
  return rows;
}

interface RowReading {
  readonly limits: TableLimits;
  readonly delimiter?: Delimiter | undefined;
  /** Stops after this many rows of the file. */
  readonly mostRows?: number | undefined;
}

/** Like `readTable`, for a table that is too long to be in memory at once. */
export function forEachRow(
  content: string | Uint8Array,
  { limits, delimiter, mostRows }: RowReading,
  takeRow: (row: TableRow) => void,
): void {
  const bytes = bytesOf(content);
  let [line, cellCount, rowCount] = [1, 0, 0];
  const take = (cells: readonly string[]) => {
    cellCount += cells.length;
    if (cellCount > limits.cells) {
      throw refusal(`This table has more than ${counted(limits.cells)} cells.`);
    }
    if (cells.some((cell) => cell.trim() !== "")) {
      if (rowCount === limits.rows) {
        throw refusal(`This table has more than ${counted(limits.rows)} rows.`);
      }
      rowCount += 1;
      takeRow({ line, cells });
    }
    line += cells.reduce((breaks, cell) => breaks + lineBreaksIn(cell), 1);
  };
  try {
    readRecords(bytes, limits, delimiter ?? delimiterOf(bytes, limits), take, mostRows);
  } catch (error) {
    throw error instanceof CsvError ? refusal(sentenceAbout(error, line, limits)) : error;
  }
}

/** The delimiter that cuts most of the first rows into the same number of cells. */
export function delimiterOf(content: string | Uint8Array, limits: TableLimits): Delimiter {
  const bytes = bytesOf(content);
  const [best] = delimiters
    .map((delimiter) => ({ delimiter, ...mostFrequentLength(bytes, limits, delimiter) }))
    .toSorted((one, other) => other.rows - one.rows || other.length - one.length);
  return best?.delimiter ?? ",";
}

/** The most frequent number of cells in the first rows, of those with at least two cells. */
function mostFrequentLength(bytes: Buffer, limits: TableLimits, delimiter: Delimiter) {
  const rowsByLength = new Map<number, number>();
  const count = ({ length }: readonly string[]) => {
    if (length > 1) rowsByLength.set(length, (rowsByLength.get(length) ?? 0) + 1);
  };
  try {
    readRecords(bytes, limits, delimiter, count, guessedRows);
  } catch {
    // With another delimiter, the file may have no fault.
  }
  const [length = 1, rows = 0] = [...rowsByLength].toSorted(([, a], [, b]) => b - a)[0] ?? [];
  return { rows, length };
}

function readRecords(
  bytes: Buffer,
  { columns, rowBytes }: TableLimits,
  delimiter: Delimiter,
  take: (cells: readonly string[]) => void,
  mostRows = -1,
): void {
  parse(bytes, {
    delimiter,
    bom: true,
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_quotes: true,
    relax_column_count: true,
    max_record_size: rowBytes,
    to: mostRows,
    // The only call before a row is complete: a row can consist of millions of cells.
    cast(cell, { index }) {
      if (index < columns) return cell;
      throw refusal(`This table has more than ${counted(columns)} columns.`);
    },
    // The parser itself keeps no row.
    on_record(cells: string[]) {
      take(cells);
      return null;
    },
  } satisfies Options);
}

/** Shares the memory of bytes. */
function bytesOf(content: string | Uint8Array): Buffer {
  if (typeof content === "string") return Buffer.from(content);
  return Buffer.from(content.buffer, content.byteOffset, content.byteLength);
}

function sentenceAbout({ code }: CsvError, line: number, { rowBytes }: TableLimits): string {
  if (code === "CSV_QUOTE_NOT_CLOSED") {
    return `The row on line ${line} has a quotation mark that is never closed. Export the file again.`;
  }
  if (code === "CSV_MAX_RECORD_SIZE") {
    return `The row on line ${line} is longer than ${counted(rowBytes)} bytes. A quotation mark may be missing there.`;
  }
  return "The file has no table. Export it again as CSV.";
}

function refusal(message: string): AppError {
  return new AppError("invalid", message, { issues: [{ path: "file", message }] });
}

const counted = (count: number) => count.toLocaleString("en-US");

function lineBreaksIn(cell: string): number {
  return /[\r\n]/.test(cell) ? cell.split(/\r\n|\r|\n/).length - 1 : 0;
}
