import { isDayCell } from "#platform/tables/read-day-cells.ts";
import type { TableRow } from "#platform/tables/read-table.ts";
import {
  decimalSignOf,
  hasPercent,
  isEmptyCell,
  isNumber,
  numberIn,
} from "#platform/tables/read-table-cells.ts";
import { isMeanHeading, isTotalWord } from "./column-words.ts";
import type { Table } from "./find-tables.ts";

/** A row that sums up the others, so that it would count twice. */
export interface SummaryRow {
  readonly line: number;
  /** Its cells: "Total, 52, 1,200". */
  readonly text: string;
  /** End of the sentence "Row 4 …": "has no day". */
  readonly reason: string;
  /**
   * False for a row with a name of its own in which a single number equals the sum of the others:
   * it can be a coincidence, so a person decides.
   */
  readonly isSure: boolean;
}

type Kind = "day" | "number" | "text" | "blank";

/** Rows without a name are frequent in a table that has names in some rows only. */
const mostNameless = 3;

/** The rows that sum up the others, recognised by their cells alone. */
export function summaryRowsOf(table: Table): readonly SummaryRow[] {
  const kinds = table.headings.map((_, column) => kindOf(table.rows, column));
  const key = kinds.includes("day") ? kinds.indexOf("day") : kinds.indexOf("text");
  const counts = new Counts(
    table.rows,
    kinds.flatMap((kind, column) =>
      kind === "number" && !isMeanHeading(table.headings[column] ?? "") ? [column] : [],
    ),
  );
  const rows = table.rows.filter(({ cells }) =>
    counts.columns.some((at) => isNumber(cells[at] ?? "")),
  );
  const nameless = rows.filter(({ cells }) => isEmptyCell(cells[key] ?? ""));
  const isNamed = key !== -1 && nameless.length <= Math.max(mostNameless, rows.length / 10);
  const ranges = rows.filter(({ cells }) => isRange(cells[key] ?? ""));
  const found = rows.flatMap((row): SummaryRow[] => {
    const cell = (row.cells[key] ?? "").trim();
    const hasWord = row.cells.some((one, at) => kinds[at] !== "number" && isTotalWord(one));
    if (isNamed && isEmptyCell(cell)) {
      return kinds[key] === "day"
        ? [summary(row, "has no day")]
        : [summary(row, "has no name", counts.areLargest(row))];
    }
    if (kinds[key] === "day" && !isDayCell(cell) && (hasWord || !/\d/.test(cell))) {
      return [summary(row, "has no day")];
    }
    // In a file of weeks, each row covers several days.
    if (kinds[key] === "day" && ranges.includes(row) && 2 * ranges.length < rows.length) {
      return [summary(row, "covers several days")];
    }
    return hasWord && counts.areLargest(row) ? [summary(row, "is named as a total")] : [];
  });
  const others = rows.filter(({ line }) => !found.some((one) => one.line === line));
  return [...found, ...new Counts(others, counts.columns).sums()].toSorted(
    (one, other) => one.line - other.line,
  );
}

/** "Nov 1 – 30, 2026" or "2026-11-01 - 2026-11-30". */
const isRange = (cell: string) => /\d\.?\s+[-–—~]\s+[\p{L}.]*\s*\d|\d\.?[–—~]\d/u.test(cell);

/** The numbers of a table, read as the whole table suggests. */
class Counts {
  readonly columns: readonly number[];
  readonly #rows: readonly TableRow[];
  readonly #values: ReadonlyMap<number, readonly number[]>;

  constructor(rows: readonly TableRow[], columns: readonly number[]) {
    const cellsOf = (column: number) => rows.map(({ cells }) => cells[column] ?? "");
    // A rate is never the sum of rates.
    this.columns = columns.filter((column) => !cellsOf(column).some(hasPercent));
    this.#rows = rows;
    const sign = decimalSignOf(this.columns.flatMap(cellsOf));
    this.#values = new Map(
      this.columns.map((column) => [
        column,
        cellsOf(column).map((cell) => numberIn(cell, sign) ?? 0),
      ]),
    );
  }

  /** True for a row whose counts are at least those of each other row. */
  areLargest(row: TableRow): boolean {
    const at = this.#rows.indexOf(row);
    const columns = [...this.#values.values()].filter((values) => values[at] !== 0);
    return columns.length > 0 && columns.every((values) => mostOf(values) === values[at]);
  }

  /** The rows whose numbers equal the sums of all other rows. */
  sums(): readonly SummaryRow[] {
    const columns = [...this.#values.values()].map((values) => ({
      values,
      sum: values.reduce((all, value) => all + value, 0),
      // Two equal rows are no sum of each other, so a sum needs two other rows.
      canHaveSum: values.filter((value) => value !== 0).length > 2,
      most: mostOf(values),
      isCount: values.every(Number.isInteger) && mostOf(values) > 100,
    }));
    return this.#rows.flatMap((row, at) => {
      let equal = 0;
      for (const { values, sum, canHaveSum, most, isCount } of columns) {
        const value = values[at] ?? 0;
        if (canHaveSum && Math.abs(2 * value - sum) < 0.001 * values.length) equal += 1;
        // A summary has a mean of durations and the like. Only a count must be a sum.
        else if (value !== 0 && canHaveSum && (isCount || value === most)) return [];
      }
      if (equal === 0) return [];
      return equal === 1
        ? [summary(row, "has a number that equals the sum of the other rows", false)]
        : [summary(row, "has numbers that equal the sums of the other rows")];
    });
  }
}

function mostOf(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY);
}

function summary({ line, cells }: TableRow, reason: string, isSure = true): SummaryRow {
  const text = cells.map((cell) => cell.replace(/\s+/g, " ").trim()).filter((cell) => cell !== "");
  return { line, text: text.join(", ").slice(0, 120), reason, isSure };
}

/** A column is recognised by this many rows. */
const sampledRows = 200;

function kindOf(rows: readonly TableRow[], column: number): Kind {
  const cells = rows
    .slice(0, sampledRows)
    .map(({ cells }) => cells[column] ?? "")
    .filter((cell) => !isEmptyCell(cell));
  if (cells.length === 0) return "blank";
  const share = (is: (cell: string) => boolean) => cells.filter(is).length / cells.length;
  // A short file can have a total and a mean below two days.
  if (share(isDayCell) >= 0.5) return "day";
  return share(isNumber) > 0.5 ? "number" : "text";
}
