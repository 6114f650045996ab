import { z } from "zod";
import { dayIn, granularityOf, isDayCell, lastDayOfRow } from "#platform/tables/read-day-cells.ts";
import type { TableRow } from "#platform/tables/read-table.ts";
import { hasPercent, isEmptyCell, isNumber, numberIn } from "#platform/tables/read-table-cells.ts";
import { isPlainText, plainTextsIn, trimmed } from "#platform/texts/plain-text.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import { isDay } from "#platform/time/calendar.ts";
import { longestLabel, mostNumbers } from "../report-lengths.ts";
import { type ColumnUse, type CsvPreview, columnUses } from "./csv-columns.ts";
import { type Table, tablesIn } from "./find-tables.ts";
import { summaryRowsOf } from "./find-totals.ts";
import {
  type FoundFigures,
  type FoundList,
  type ListedLine,
  refusedFile,
  topLines,
  weightedMean,
} from "./found-figures.ts";
import { fileNotes, guessOf, mainTable, namedPeriod, shortened } from "./guess-table.ts";
import { weightsOf } from "./weights.ts";

const longestSourceName = 60;
const previewedRows = 5;

const day = (empty: string) =>
  z
    .string(empty)
    .overwrite(trimmed)
    .refine((text) => text === "" || isDay(text), "Write the day as 2026-11-30.")
    .default("");

/** A person's description of a file: its source, period and formats, and what each column is. */
const csvMapping = z.strictObject({
  source: z
    .string("Write where the numbers come from.")
    .overwrite(trimmed)
    .min(1, "Write where the numbers come from, such as “Bing Webmaster Tools”.")
    .max(longestSourceName, `The source has at most ${longestSourceName} characters.`)
    .refine(isPlainText, "The source has characters that cannot be shown."),
  /** Index of the table in the file; without one, the table of the first preview. */
  table: z.int("Choose a table.").nonnegative("Choose a table.").optional(),
  uses: z.array(z.enum(columnUses, "Choose what each column contains.")),
  decimals: z.enum(["point", "comma"], "Choose how the file writes decimals."),
  days: z.enum(["", "year first", "day first", "month first"], "Choose how the file writes days."),
  /** Lines of rows that are not counted; without them, those that surely sum up the others. */
  leftOut: z.array(z.int("Name rows by their line.")).optional(),
  firstDay: day("Write the first day."),
  lastDay: day("Write the last day."),
});

type CsvMapping = z.output<typeof csvMapping>;

/**
 * The first rows of a table in a CSV file: of the one with the most columns that are recognised, or
 * of the `chosen` one. Throws "invalid" for a file that has no table.
 */
export function previewCsv(name: string, bytes: Uint8Array, chosen?: number): CsvPreview {
  const { tables, asides, isGuessedText } = tablesIn(bytes);
  const guesses = tables.map(guessOf);
  const table = chosen !== undefined && chosen in tables ? chosen : mainTable(guesses);
  const guess = guesses[table];
  const { headings = [] } = tables[table] ?? {};
  if (guess === undefined) throw new Error("A file with tables has no main table.");
  const [firstDay = "", lastDay = ""] = namedPeriod(asides);
  return plainTextsIn({
    fileName: name,
    headings: headings.map(shortened),
    rows: guess.rows
      .slice(0, previewedRows)
      .map(({ cells }) => headings.map((_, at) => shortened(cells[at]))),
    rowCount: guess.rows.length,
    uses: guess.uses,
    decimals: guess.decimals,
    days: guess.days === "unclear" ? "" : guess.days,
    summaries: guess.summaries,
    notes: [...fileNotes(asides, isGuessedText), ...guess.notes],
    tables: tables.map((one) =>
      one.headings
        .map(shortened)
        .filter((heading) => heading !== "")
        .join(", "),
    ),
    table,
    firstDay,
    lastDay,
  });
}

/**
 * Reads a CSV file with the meanings that a person gave to its columns. Returns the numbers of each
 * month, the oldest first, or of the period that the person wrote for a file without days. Input:
 * `csvMapping`. Throws "invalid" with the line of a cell that cannot be read.
 */
export function readMappedCsv(bytes: Uint8Array, input: unknown): readonly FoundFigures[] {
  const mapping = parseOrThrow(csvMapping, input);
  const { tables } = tablesIn(bytes);
  const table = tables[mapping.table ?? mainTable(tables.map(guessOf))];
  if (table === undefined)
    throw refusedFile("The file has no such table. Choose another.", "table");
  const columns = new Columns(table.headings, countedRows(table, mapping), mapping);
  return periodsOf(columns, mapping).map(({ rows, ...period }) => {
    const own = new Columns(table.headings, rows, mapping);
    const numbers = numbersOf(own);
    if (numbers.length === 0) {
      throw refusedFile("Choose at least one column with numbers.", "uses");
    }
    if (numbers.length > mostNumbers) {
      throw refusedFile(
        `A report has at most ${mostNumbers} numbers. Choose fewer columns.`,
        "uses",
      );
    }
    const { source } = mapping;
    return { source, ...period, numbers, queryClicks: null, lists: listsOf(own) };
  });
}

/** The rows of a table without those that sum up the others, as far as the person leaves them out. */
function countedRows(table: Table, { leftOut }: CsvMapping): readonly TableRow[] {
  const summaries = summaryRowsOf(table).filter(({ line, isSure }) =>
    leftOut === undefined ? isSure : leftOut.includes(line),
  );
  const lines = new Set(summaries.map(({ line }) => line));
  return table.rows.filter(({ line }) => !lines.has(line));
}

class Columns {
  readonly headings: readonly string[];
  readonly rows: readonly TableRow[];
  readonly #mapping: CsvMapping;
  readonly #numbers = new Map<number, readonly (number | null | undefined)[]>();

  constructor(headings: readonly string[], rows: readonly TableRow[], mapping: CsvMapping) {
    this.headings = headings;
    this.rows = rows;
    this.#mapping = mapping;
    for (const use of columnUses) {
      const isOnce = use !== "none" && use !== "sum" && use !== "mean";
      if (isOnce && this.of(use).length > 1) {
        throw refusedFile(`Two columns cannot both be “${use}”. Choose one of them.`, "uses");
      }
    }
  }

  /** Indexes of the columns with this use. */
  of(use: ColumnUse): readonly number[] {
    return this.headings.flatMap((_, column) => (this.useOf(column) === use ? [column] : []));
  }

  useOf(column: number): ColumnUse {
    return this.#mapping.uses[column] ?? "none";
  }

  cells(column: number): readonly string[] {
    return this.rows.map(({ cells }) => (cells[column] ?? "").trim());
  }

  /** Cells of the first column with this use; null if no column has this use. */
  texts(use: ColumnUse): readonly string[] | null {
    const [column] = this.of(use);
    return column === undefined ? null : this.cells(column);
  }

  /** The first day of each row; null if no column has days. */
  days(): readonly string[] | null {
    const cells = this.texts("day");
    const [column = 0] = this.of("day");
    const order = this.#mapping.days;
    if (cells !== null && order === "") {
      throw refusedFile("Choose how the file writes days.", "days");
    }
    return (
      cells?.map((cell, at) => {
        const read = order === "" ? null : dayIn(cell, order);
        if (read === null) throw this.#unreadable(at, column, "is not a valid day");
        return read;
      }) ?? null
    );
  }

  /** The numbers of a column; null for an empty cell. */
  numbers(column: number): readonly (number | null)[] {
    return this.#read(column).map((number, at) => {
      if (number !== undefined) return number;
      throw this.#unreadable(
        at,
        column,
        `is not a number with a decimal ${this.#mapping.decimals}`,
      );
    });
  }

  /** True for a column of numbers, also for one that the person did not choose. */
  isOfNumbers(column: number): boolean {
    return !this.#read(column).includes(undefined);
  }

  /** Null for an empty cell, and undefined for one that is no number. */
  #read(column: number): readonly (number | null | undefined)[] {
    const known = this.#numbers.get(column);
    if (known !== undefined) return known;
    const { decimals } = this.#mapping;
    const read = this.cells(column).map((cell) =>
      isEmptyCell(cell) ? null : (numberIn(cell, decimals) ?? undefined),
    );
    this.#numbers.set(column, read);
    return read;
  }

  counts(use: "clicks" | "impressions"): readonly number[] | null {
    const [column] = this.of(use);
    if (column === undefined) return null;
    const numbers = this.numbers(column).map((number) => number ?? 0);
    const at = numbers.findIndex((count) => !Number.isInteger(count) || count < 0);
    if (at !== -1) throw this.#unreadable(at, column, "is not a whole number of at least 0");
    return numbers;
  }

  #unreadable(at: number, column: number, fault: string) {
    const { line, cells = [] } = this.rows[at] ?? {};
    const cell = (cells[column] ?? "").slice(0, 40);
    const heading = (this.headings[column] ?? "").slice(0, 40);
    return refusedFile(`Row ${line}, “${heading}”: “${cell}” ${fault}.`, "uses");
  }
}

interface PeriodRows {
  readonly firstDay: string;
  readonly lastDay: string;
  readonly rows: readonly TableRow[];
}

/** Each month with its rows, so that a report of a month counts no day of another month. */
function periodsOf(columns: Columns, mapping: CsvMapping): readonly PeriodRows[] {
  const days = columns.days();
  const cells = columns.texts("day");
  if (days === null || cells === null || mapping.days === "") {
    const { firstDay, lastDay } = mapping;
    if (firstDay === "" || lastDay === "") {
      throw refusedFile("No column is the day, so write the first and the last day.", "firstDay");
    }
    if (lastDay < firstDay) throw refusedFile("The last day is before the first day.", "lastDay");
    return [{ firstDay, lastDay, rows: columns.rows }];
  }
  requireOnce(columns, days);
  const granularity = granularityOf(cells, mapping.days);
  const dated = columns.rows.map((row, at) => ({ row, day: days[at] ?? "" }));
  const months = Map.groupBy(dated, ({ day: one }) => one.slice(0, 7));
  return [...months]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, own]) => {
      const sorted = own.map(({ day: one }) => one).toSorted();
      return {
        firstDay: sorted[0] ?? "",
        lastDay: lastDayOfRow(sorted.at(-1) ?? "", granularity),
        rows: own.map(({ row }) => row),
      };
    });
}

/**
 * Refuses a file that has a day twice, unless another column tells the rows apart: an hour, a search
 * or a country.
 */
function requireOnce(columns: Columns, days: readonly string[]): void {
  if (columns.texts("search") !== null || columns.texts("page") !== null) return;
  const seen = new Set<string>();
  for (const [at, { cells }] of columns.rows.entries()) {
    const [column = 0] = columns.of("day");
    const names = cells.filter(
      (cell, other) =>
        other === column || isDayCell(cell) || !(isEmptyCell(cell) || isNumber(cell)),
    );
    const name = JSON.stringify(names);
    if (seen.has(name)) throw refusedFile(`The file lists the day ${days[at]} twice.`);
    seen.add(name);
  }
}

function numbersOf(columns: Columns): FoundFigures["numbers"] {
  return columns.headings.flatMap((heading, column) => {
    const use = columns.useOf(column);
    if (["none", "day", "search", "page"].includes(use)) return [];
    const values = columns.numbers(column);
    const isMean = use === "position" || use === "mean";
    const sum = values.reduce<number>((all, value) => all + (value ?? 0), 0);
    const value = isMean ? meanOf(values, weightsOf(columns, column)) : Math.round(sum * 100) / 100;
    const label = heading.trim().slice(0, longestLabel) || `Column ${column + 1}`;
    const isPercent = columns.cells(column).some(hasPercent);
    return [{ label, value: String(value), unit: isPercent ? "%" : "" }];
  });
}

/** Leaves out empty cells. */
function meanOf(values: readonly (number | null)[], weights: readonly number[] | null): number {
  return weightedMean(
    values.flatMap((value, at) =>
      value === null ? [] : [{ value, weight: weights === null ? 1 : (weights[at] ?? 0) }],
    ),
  );
}

function listsOf(columns: Columns): readonly FoundList[] {
  const clicks = columns.counts("clicks");
  const list = (kind: FoundList["kind"], use: "search" | "page"): FoundList[] => {
    const names = columns.texts(use);
    if (names === null) return [];
    if (clicks === null) {
      throw refusedFile("A list of searches or pages needs a column with clicks.", "uses");
    }
    return [{ kind, lines: topLines(linesOf(columns, names, clicks)) }];
  };
  return [...list("searches", "search"), ...list("pages", "page")];
}

/**
 * One line for each name. Adds up the rows of a name, because a file can have a row for each day.
 */
function linesOf(
  columns: Columns,
  names: readonly string[],
  clicks: readonly number[],
): readonly ListedLine[] {
  const impressions = columns.counts("impressions");
  const [ofPositions] = columns.of("position");
  const positions = ofPositions === undefined ? null : columns.numbers(ofPositions);
  const rows = names.map((name, at) => ({ name, at }));
  const groups = Map.groupBy(
    rows.filter(({ name }) => name !== ""),
    ({ name }) => name,
  );
  return [...groups].map(([name, own]) => {
    const sum = (of: readonly number[]) => own.reduce((all, { at }) => all + (of[at] ?? 0), 0);
    const picked = (of: readonly (number | null)[]) => own.map(({ at }) => of[at] ?? null);
    const position = positions && picked(positions);
    const weights = impressions && own.map(({ at }) => impressions[at] ?? 0);
    return {
      name,
      clicks: sum(clicks),
      impressions: impressions && sum(impressions),
      position:
        position === null || position.every((one) => one === null)
          ? ""
          : String(meanOf(position, weights)),
    };
  });
}
