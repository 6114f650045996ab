import { z } from "zod";
import { isPlainText, trimmed } from "../../../platform/texts/plain-text.ts";
import { parseOrThrow } from "../../../platform/texts/validation.ts";
import { isDay } from "../../../platform/time/calendar.ts";
import { longestLabel, mostNumbers } from "../report-lengths.ts";
import { type ColumnUse, type CsvPreview, columnUses, previewOf } from "./csv-columns.ts";
import {
  type FoundFigures,
  type FoundList,
  type ListedLine,
  refusedFile,
  topLines,
  weightedMean,
} from "./found-figures.ts";
import { readCsv } from "./read-csv.ts";
import { dayIn, numberIn } from "./read-table-cells.ts";

const mostRows = 50_000;
const mostColumns = 40;
const longestSourceName = 60;

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
  uses: z.array(z.enum(columnUses, "Choose what each column contains.")),
  decimals: z.enum(["point", "comma"], "Choose how the file writes decimals."),
  days: z.enum(["year first", "day first", "month first"], "Choose how the file writes days."),
  firstDay: day("Write the first day."),
  lastDay: day("Write the last day."),
});

type CsvMapping = z.output<typeof csvMapping>;

/** The first rows of a CSV file. Throws "invalid" for a file that is no table. */
export function previewCsv(name: string, bytes: Uint8Array): CsvPreview {
  return previewOf(name, tableIn(bytes));
}

/**
 * Reads a CSV file with the meanings that a person gave to its columns. Input: `csvMapping`. Throws
 * "invalid" with the line of a cell that cannot be read.
 */
export function readMappedCsv(bytes: Uint8Array, input: unknown): FoundFigures {
  const mapping = parseOrThrow(csvMapping, input);
  const [headings = [], ...body] = tableIn(bytes);
  const columns = new Columns(headings, body, mapping);
  const period = periodOf(columns, mapping);
  const lists = listsOf(columns);
  const numbers = numbersOf(columns);
  if (numbers.length === 0) {
    throw refusedFile("Choose at least one column with numbers.", "uses");
  }
  if (numbers.length > mostNumbers) {
    throw refusedFile(`A report has at most ${mostNumbers} numbers. Choose fewer columns.`, "uses");
  }
  return { source: mapping.source, ...period, numbers, queryClicks: null, lists };
}

function tableIn(bytes: Uint8Array): readonly (readonly string[])[] {
  const rows = readCsv(bytes);
  const [headings = []] = rows;
  if (headings.length < 2 || rows.length < 2) {
    throw refusedFile(
      "The file has no table: it needs a line of headings, and at least two columns separated by commas, semicolons or tabs.",
    );
  }
  if (headings.length > mostColumns) {
    throw refusedFile(`The file has more than ${mostColumns} columns.`);
  }
  if (rows.length > mostRows) {
    throw refusedFile("The file has more than 50,000 rows. Export a shorter period.");
  }
  return rows;
}

class Columns {
  readonly headings: readonly string[];
  readonly body: readonly (readonly string[])[];
  readonly #mapping: CsvMapping;

  constructor(
    headings: readonly string[],
    body: readonly (readonly string[])[],
    mapping: CsvMapping,
  ) {
    this.headings = headings;
    this.body = body;
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
    return this.headings.flatMap((_, column) =>
      this.#mapping.uses[column] === use ? [column] : [],
    );
  }

  /** Cells of the first column with this use; null if no column has this use. */
  texts(use: ColumnUse): readonly string[] | null {
    const [column] = this.of(use);
    return column === undefined ? null : this.body.map((row) => (row[column] ?? "").trim());
  }

  days(): readonly string[] | null {
    const cells = this.texts("day");
    const [column = 0] = this.of("day");
    return (
      cells?.map((cell, at) => {
        const read = dayIn(cell, this.#mapping.days);
        if (read === null) throw this.#unreadable(at, column, "is not a valid day");
        return read;
      }) ?? null
    );
  }

  /** The numbers of a column; an empty cell is 0. */
  numbers(column: number): readonly number[] {
    return this.body.map((row, at) => {
      const cell = (row[column] ?? "").trim();
      const read = cell === "" ? 0 : numberIn(cell, this.#mapping.decimals);
      if (read === null) {
        throw this.#unreadable(
          at,
          column,
          `is not a number with a decimal ${this.#mapping.decimals}`,
        );
      }
      return read;
    });
  }

  counts(use: "clicks" | "impressions"): readonly number[] | null {
    const [column] = this.of(use);
    if (column === undefined) return null;
    const numbers = this.numbers(column);
    const at = numbers.findIndex((count) => !Number.isInteger(count) || count < 0);
    if (at !== -1) throw this.#unreadable(at, column, "is not a whole number of at least 0");
    return numbers;
  }

  positions(): readonly number[] | null {
    const [column] = this.of("position");
    return column === undefined ? null : this.numbers(column);
  }

  #unreadable(at: number, column: number, fault: string) {
    const cell = (this.body[at]?.[column] ?? "").slice(0, 40);
    const heading = (this.headings[column] ?? "").slice(0, 40);
    return refusedFile(`Row ${at + 2}, “${heading}”: “${cell}” ${fault}.`, "uses");
  }
}

function periodOf(columns: Columns, mapping: CsvMapping) {
  const days = columns.days();
  if (days === null) {
    const { firstDay, lastDay } = mapping;
    if (firstDay === "" || lastDay === "") {
      throw refusedFile("No column is the day, so write the first and the last day.", "firstDay");
    }
    if (lastDay < firstDay) throw refusedFile("The last day is before the first day.", "lastDay");
    return { firstDay, lastDay };
  }
  const isByName = columns.texts("search") !== null || columns.texts("page") !== null;
  const sorted = days.toSorted();
  if (!isByName && new Set(days).size < days.length) {
    const twice = sorted.find((one, at) => one === sorted[at + 1]) ?? "";
    throw refusedFile(`The file lists the day ${twice} twice.`);
  }
  return { firstDay: sorted[0] ?? "", lastDay: sorted.at(-1) ?? "" };
}

function numbersOf(columns: Columns): FoundFigures["numbers"] {
  const impressions = columns.counts("impressions");
  return columns.headings.flatMap((heading, column) => {
    const use = columnUses.find((one) => columns.of(one).includes(column)) ?? "none";
    if (!["clicks", "impressions", "position", "sum", "mean"].includes(use)) return [];
    const values = columns.numbers(column);
    const isPercent = columns.body.some((row) => /[%٪]/.test(row[column] ?? ""));
    const sum = values.reduce((all, value) => all + value, 0);
    const weights = use === "position" && impressions ? impressions : values.map(() => 1);
    const mean = weightedMean(values.map((value, at) => ({ value, weight: weights[at] ?? 0 })));
    const value = use === "position" || use === "mean" ? mean : Math.round(sum * 100) / 100;
    const label = heading.trim().slice(0, longestLabel) || `Column ${column + 1}`;
    return [{ label, value: String(value), unit: isPercent ? "%" : "" }];
  });
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
  const positions = columns.positions();
  const rows = names.map((name, at) => ({
    name,
    clicks: clicks[at] ?? 0,
    impressions: impressions?.[at] ?? 0,
    position: positions?.[at] ?? 0,
  }));
  const groups = Map.groupBy(
    rows.filter(({ name }) => name !== ""),
    ({ name }) => name,
  );
  return [...groups].map(([name, own]) => {
    const sum = (of: "clicks" | "impressions") => own.reduce((all, row) => all + row[of], 0);
    const weighted = own.map((row) => ({
      value: row.position,
      weight: impressions === null ? 1 : row.impressions,
    }));
    return {
      ...{ name, clicks: sum("clicks") },
      impressions: impressions === null ? null : sum("impressions"),
      position: positions === null ? "" : String(weightedMean(weighted)),
    };
  });
}
