import {
  type DayOrder,
  dayIn,
  dayOrderOf,
  granularityOf,
} from "#platform/tables/read-day-cells.ts";
import type { TableRow } from "#platform/tables/read-table.ts";
import {
  decimalSignOf,
  hasPercent,
  isEmptyCell,
  isNumber,
  unclearNumberIn,
} from "#platform/tables/read-table-cells.ts";
import { monthName } from "../report.ts";
import {
  isClicksHeading,
  isImpressionsHeading,
  isMeanHeading,
  isPositionHeading,
  isSearchHeading,
} from "./column-words.ts";
import type { ColumnUse, CsvPreview } from "./csv-columns.ts";
import type { Table } from "./find-tables.ts";
import { type SummaryRow, summaryRowsOf } from "./find-totals.ts";

const longestCell = 80;
const namedAsides = 3;
const namedMonths = 6;
/** A column is recognised by this many rows; its formats, by all of them. */
const sampledRows = 200;

/** What a table holds, as far as its cells and headings show. */
export interface Guess {
  readonly uses: readonly ColumnUse[];
  readonly decimals: CsvPreview["decimals"];
  readonly days: DayOrder | "unclear" | "";
  readonly summaries: readonly SummaryRow[];
  /** Without the rows that surely sum up the others. */
  readonly rows: readonly TableRow[];
  readonly notes: readonly string[];
}

/** Index of the table with the most columns that are recognised; the longest of several. */
export function mainTable(guesses: readonly Pick<Guess, "uses" | "rows">[]): number {
  const known = ({ uses }: Pick<Guess, "uses">) => uses.filter((use) => use !== "none").length;
  const [best] = guesses
    .map((guess, at) => ({ at, known: known(guess), rows: guess.rows.length }))
    .toSorted((one, other) => other.known - one.known || other.rows - one.rows);
  return best?.at ?? 0;
}

/** Guesses the meaning of each column. A person corrects the guesses. */
export function guessOf(table: Table): Guess {
  const { headings } = table;
  const summaries = summaryRowsOf(table);
  const sure = new Set(summaries.filter(({ isSure }) => isSure).map(({ line }) => line));
  const rows = table.rows.filter(({ line }) => !sure.has(line));
  const cellsOf = (column: number, own: readonly TableRow[]) =>
    own.map(({ cells }) => (cells[column] ?? "").trim()).filter((cell) => !isEmptyCell(cell));
  const columns = headings.map((_, column) => cellsOf(column, rows.slice(0, sampledRows)));
  const dayColumn = columns.findIndex((cells) => dayOrderOf(cells) !== undefined);
  const dayCells = dayColumn === -1 ? [] : cellsOf(dayColumn, rows);
  const taken = new Set<ColumnUse>();
  const uses = headings.map((heading, column): ColumnUse => {
    const use = column === dayColumn ? "day" : guessedUse(heading, columns[column] ?? []);
    // A rate can be averaged over days, but not over a list of searches or pages.
    if (use === "mean" && dayColumn === -1) return "none";
    if (use !== "sum" && use !== "mean" && taken.has(use)) return "none";
    taken.add(use);
    return use;
  });
  // A cell further down may be no day; the reading then names its row.
  const days = dayOrderOf(dayCells) ?? dayOrderOf(columns[dayColumn] ?? []) ?? "";
  const numbers = columns.flatMap((cells, at) =>
    at !== dayColumn && cells.length > 0 && cells.every(isNumber) ? cellsOf(at, rows) : [],
  );
  return {
    uses,
    days,
    summaries,
    rows,
    decimals: decimalSignOf(numbers),
    notes: [...dayNotes(dayCells, days), ...numberNotes(numbers)],
  };
}

const isAddress = (cell: string) => /^(?:https?:\/\/|\/)\S*$/.test(cell);

function guessedUse(heading: string, cells: readonly string[]): ColumnUse {
  if (cells.length === 0) return "none";
  // Google Analytics lists "(not set)" among the pages.
  const named = cells.filter((cell) => !/^\(.*\)$/.test(cell));
  if (named.length > 0 && named.every(isAddress)) return "page";
  if (!cells.every(isNumber)) return isSearchHeading(heading) ? "search" : "none";
  if (isPositionHeading(heading)) return "position";
  if (cells.some(hasPercent) || isMeanHeading(heading)) return "mean";
  if (isClicksHeading(heading)) return "clicks";
  return isImpressionsHeading(heading) ? "impressions" : "none";
}

/** The first and the last day of a period that a line outside of the tables names. */
export function namedPeriod(asides: readonly TableRow[]): readonly string[] {
  const parts = asides.flatMap(({ cells }) =>
    cells.flatMap((cell) => cell.split(/\s+(?:[-–—~]|to|bis|au|al)\s+|:\s+|#/)),
  );
  const days = new Set(parts.flatMap((part) => dayIn(part.trim(), "year first") ?? []));
  return days.size === 2 ? [...days].toSorted() : [];
}

export function fileNotes(asides: readonly TableRow[], isGuessedText: boolean): readonly string[] {
  const texts = asides.map(({ cells }) =>
    shortened(cells.filter((cell) => cell !== "").join(", ")),
  );
  const told = texts.filter((text) => /[\p{L}\p{N}]/u.test(text));
  const shown = told.slice(0, namedAsides).map((text) => `“${text}”`);
  const more = told.length - shown.length;
  return [
    ...(told.length === 0
      ? []
      : [
          `${told.length === 1 ? "1 line outside of the table is" : `${told.length} lines outside of the table are`} left out: ${shown.join(", ")}${more > 0 ? ` and ${more} more` : ""}.`,
        ]),
    ...(isGuessedText
      ? [
          "The file is not in UTF-8, so it is read as Windows-1252. If letters are wrong, save it as “CSV UTF-8”.",
        ]
      : []),
  ];
}

function dayNotes(cells: readonly string[], order: Guess["days"]): readonly string[] {
  if (order === "") return [];
  if (order === "unclear") {
    const [first = ""] = cells;
    return [
      `“${shortened(first)}” can be two days: choose whether the day or the month comes first.`,
    ];
  }
  const months = [
    ...new Set(cells.map((cell) => dayIn(cell, order)?.slice(0, 7) ?? "")),
  ].toSorted();
  const more = months.length - namedMonths;
  const names = [
    ...months.slice(0, namedMonths).map(monthName),
    ...(more > 0 ? [`${more} more months`] : []),
  ];
  const granularity = granularityOf(cells, order);
  return [
    ...(months.length > 1
      ? [
          `The days are in ${new Intl.ListFormat("en-US").format(names)}. Each month gets its own numbers.`,
        ]
      : []),
    ...(granularity === "week"
      ? ["Each row is a week. A week counts in the month in which it begins."]
      : []),
    ...(granularity === "month" ? ["Each row is a whole month."] : []),
  ];
}

function numberNotes(cells: readonly string[]): readonly string[] {
  const unclear = unclearNumberIn(cells);
  if (unclear === undefined) return [];
  const [whole = "", decimals = ""] = unclear.split(/[.,]/);
  return [
    `“${unclear}” is read as ${whole}${decimals}. If it is ${whole}.${decimals}, change “Decimals”.`,
  ];
}

export function shortened(cell = ""): string {
  const text = cell.replace(/\s+/g, " ").trim();
  return text.length > longestCell ? `${text.slice(0, longestCell - 1)}…` : text;
}
