import { dayIn, dayOrderOf, isDayCell } from "#platform/tables/read-day-cells.ts";
import {
  decimalSignOf,
  hasPercent,
  isEmptyCell,
  isNumber,
  numberIn,
} from "#platform/tables/read-table-cells.ts";
import { isAppearanceHeading, isSearchHeading } from "./column-words.ts";
import { findTables, type Table } from "./find-tables.ts";
import {
  clicksLabel,
  type FoundFigures,
  type FoundList,
  refusedFile,
  searchConsole,
  searchConsoleFeeds,
  topLines,
  weightedMean,
} from "./found-figures.ts";
import { isCountryName, isDeviceName } from "./region-names.ts";
import type { UnpackedFile } from "./unzip-limited.ts";

interface Line {
  readonly name: string;
  readonly clicks: number;
  readonly impressions: number;
  /** Null in the reports about Discover and Google News, which have no positions. */
  readonly position: number | null;
}

interface NamedTable {
  /** Name of the file and heading of the names: "Queries.csv Top queries". */
  readonly title: string;
  readonly lines: readonly Line[];
}

interface DayLine extends Line {
  readonly day: string;
}

/**
 * Reads the files of an export in any language: a column is recognised by the kind of its values,
 * not by its heading. Returns the numbers of each month, and the lists of a period of several months
 * by themselves, because the export does not divide them. Throws "invalid" with a sentence.
 */
export function readSearchConsole(files: readonly UnpackedFile[]): readonly FoundFigures[] {
  const tables = files.flatMap((file) => tablesOf(file));
  const days = daysOf(tables);
  const months = [...Map.groupBy(days, ({ day }) => day.slice(0, 7))]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, lines]) => lines);
  const named = tables.filter(({ lines }) => !lines.every(({ name }) => isDayCell(name)));
  const pages = named.find(isOfPages);
  const queries = queriesAmong(named.filter((table) => !isOfPages(table)));
  const lists = [...listOf("searches", queries), ...listOf("pages", pages)];
  const queryClicks = queries === undefined ? null : sumOf(queries.lines, "clicks");
  const source = days.some(({ position }) => position !== null)
    ? searchConsole
    : searchConsoleFeeds;
  const [only] = months;
  if (months.length === 1 && only !== undefined) {
    return [{ ...monthOf(only, source), queryClicks, lists }];
  }
  const found = months.map((lines) => monthOf(lines, source));
  if (lists.length === 0) return found;
  const [firstDay, lastDay] = [found[0]?.firstDay ?? "", found.at(-1)?.lastDay ?? ""];
  return [...found, { source, firstDay, lastDay, numbers: [], queryClicks: null, lists }];
}

/**
 * All searches of an export with the days of its period, if it has any. Throws "invalid" for files
 * without a table of searches.
 */
export function readSearchLines(files: readonly UnpackedFile[]) {
  const tables = files.flatMap((file) => tablesOf(file));
  const isOfDays = ({ lines }: NamedTable) => lines.every(({ name }) => isDayCell(name));
  const queries = queriesAmong(tables.filter((table) => !isOfDays(table) && !isOfPages(table)));
  if (queries === undefined) {
    throw refusedFile(
      "The file has no table of searches. Choose the zip that Search Console exports from the report on performance, or its file “Queries.csv”.",
    );
  }
  const days = tables.some(isOfDays) ? daysOf(tables).map(({ day }) => day) : [];
  const sorted = days.toSorted();
  const { lines } = queries;
  return { lines, firstDay: sorted[0] ?? "", lastDay: sorted.at(-1) ?? "" };
}

function monthOf(days: readonly DayLine[], source: string): FoundFigures {
  const sorted = days.map(({ day }) => day).toSorted();
  const isSearch = source === searchConsole;
  const position = weightedMean(
    days.map((line) => ({ value: line.position ?? 0, weight: line.impressions })),
  );
  const shown = String(sumOf(days, "impressions"));
  return {
    source,
    firstDay: sorted[0] ?? "",
    lastDay: sorted.at(-1) ?? "",
    numbers: [
      {
        label: isSearch ? clicksLabel : "Clicks from Discover or Google News",
        value: String(sumOf(days, "clicks")),
        unit: "",
      },
      {
        label: isSearch ? "Shown in Google Search" : "Shown in Discover or Google News",
        value: shown,
        unit: "times",
      },
      ...(isSearch ? [{ label: "Average position", value: String(position), unit: "" }] : []),
    ],
    queryClicks: null,
    lists: [],
  };
}

const sumOf = (lines: readonly Line[], of: "clicks" | "impressions") =>
  lines.reduce((all, line) => all + line[of], 0);

/** The lines of the days. Hours are lines of their own, and count in their day. */
function daysOf(tables: readonly NamedTable[]): readonly DayLine[] {
  const table = tables.find(({ lines }) => lines.every(({ name }) => isDayCell(name)));
  if (table === undefined) throw withoutDays(tables);
  const names = table.lines.map(({ name }) => name);
  const order = dayOrderOf(names);
  if (order === undefined || order === "unclear") {
    throw refusedFile(
      `The days of the export, such as “${names[0]}”, can be read in two ways. Export it again from Search Console.`,
    );
  }
  if (new Set(names).size < names.length) throw refusedFile("A day is listed twice in the export.");
  return table.lines.map((line) => ({ ...line, day: dayIn(line.name, order) ?? "" }));
}

function withoutDays(tables: readonly NamedTable[]) {
  if (tables.length === 0) {
    return refusedFile(
      "The zip has no file with the days of the period, and no other table of clicks that could be read. Export the report on performance from Search Console, of one period, as CSV.",
    );
  }
  const titles = tables.map(({ title }) => `“${title.slice(0, 60)}”`).join(", ");
  return refusedFile(
    `The zip has no file with the days of the period: only ${titles}. Export the report on performance from Search Console with its charts, not the tables alone.`,
  );
}

function listOf(kind: FoundList["kind"], table: NamedTable | undefined): FoundList[] {
  if (table === undefined) return [];
  const shown = table.lines.map(({ position, ...line }) => ({
    ...line,
    position: position === null ? "" : String(position),
  }));
  return [{ kind, lines: topLines(shown) }];
}

const isOfPages = ({ lines }: NamedTable) => lines.every(({ name }) => /^https?:\/\//.test(name));

/**
 * The table of searches among those of countries, devices and search appearances. Its heading or
 * file name tells in most languages; otherwise, it is the longest that names no countries or
 * devices.
 */
function queriesAmong(tables: readonly NamedTable[]): NamedTable | undefined {
  const others = tables.filter(({ title }) => !isAppearanceHeading(title));
  const most = (candidates: readonly NamedTable[]) =>
    candidates.toSorted((one, other) => other.lines.length - one.lines.length)[0];
  const isNamed = ({ lines }: NamedTable, is: (name: string) => boolean) =>
    2 * lines.filter(({ name }) => is(name)).length > lines.length;
  return (
    most(others.filter(({ title }) => isSearchHeading(title))) ??
    most(others.filter((one) => !isNamed(one, isCountryName) && !isNamed(one, isDeviceName)))
  );
}

/** The tables of a file; none of a file that is no table, such as a note beside the export. */
function tablesOf({ name, bytes }: UnpackedFile): readonly NamedTable[] {
  try {
    return findTables(bytes).tables.flatMap((table) => {
      const lines = linesOf(table);
      const title = `${name.replace(/^.*[/\\]/, "")} ${table.headings[0] ?? ""}`.trim();
      return lines === undefined ? [] : [{ title, lines }];
    });
  } catch {
    return [];
  }
}

/**
 * The lines of a table with a name, clicks, impressions, rate and, in most reports, position;
 * undefined for another table.
 */
function linesOf({ headings, rows }: Table): readonly Line[] | undefined {
  if (headings.length !== 5 && headings.length !== 4) return undefined;
  const columns = headings.map((_, column) => column).slice(1);
  const cellsOf = (column: number) => rows.map(({ cells }) => (cells[column] ?? "").trim());
  const isAll = (column: number, is: (cell: string) => boolean) =>
    cellsOf(column).every((cell) => isEmptyCell(cell) || is(cell));
  if (!columns.every((column) => isAll(column, isNumber))) return undefined;
  const rate = columns.find((column) => isAll(column, hasPercent));
  if (rate === undefined) return undefined;
  const sign = decimalSignOf(columns.flatMap(cellsOf));
  const valuesOf = (column: number) => cellsOf(column).map((cell) => numberIn(cell, sign) ?? 0);
  const others = columns.filter((column) => column !== rate);
  // Positions have decimals, and counts never have any.
  const position =
    others.length < 3
      ? undefined
      : (others.find((column) => !valuesOf(column).every(Number.isInteger)) ?? others.at(-1));
  const [first, second] = others.filter((column) => column !== position).map(valuesOf);
  if (first === undefined || second === undefined) return undefined;
  if (![...first, ...second].every((count) => Number.isInteger(count) && count >= 0)) {
    return undefined;
  }
  // A search has at least as many impressions as clicks.
  const isFirstClicks = first.every((count, at) => count <= (second[at] ?? 0));
  const isSecondClicks = second.every((count, at) => count <= (first[at] ?? 0));
  if (!isFirstClicks && !isSecondClicks) return undefined;
  const [clicks, impressions] = isFirstClicks ? [first, second] : [second, first];
  const positions = position === undefined ? null : valuesOf(position);
  return rows.map(({ cells }, at) => ({
    name: (cells[0] ?? "").trim(),
    clicks: clicks[at] ?? 0,
    impressions: impressions[at] ?? 0,
    position: positions && (positions[at] ?? 0),
  }));
}
