import { isDay } from "../../../platform/time/calendar.ts";
import {
  clicksLabel,
  type FoundFigures,
  type FoundList,
  refusedFile,
  searchConsole,
  topLines,
  weightedMean,
} from "./found-figures.ts";
import { readCsv } from "./read-csv.ts";
import type { UnpackedFile } from "./unzip-limited.ts";

interface Line {
  readonly name: string;
  readonly clicks: number;
  readonly impressions: number;
  readonly position: number;
}

/**
 * Reads the files of an export in any language: a column is recognised by the kind of its values,
 * not by its heading. Throws "invalid" with a sentence.
 */
export function readSearchConsole(files: readonly UnpackedFile[]): FoundFigures {
  const tables = files.flatMap(({ bytes }) => {
    const table = tableOf(readCsv(bytes));
    return table === undefined ? [] : [table];
  });
  const days = tables.find((lines) => lines.every(({ name }) => isDay(name)));
  if (days === undefined) {
    throw refusedFile(
      "The zip has no file with the days of the period. Export it with its charts.",
    );
  }
  const names = days.map(({ name }) => name).toSorted();
  if (new Set(names).size < names.length) {
    throw refusedFile("A day is listed twice in the export.");
  }
  const sum = (lines: readonly Line[], of: "clicks" | "impressions") =>
    lines.reduce((all, line) => all + line[of], 0);
  const position = weightedMean(
    days.map((line) => ({ value: line.position, weight: line.impressions })),
  );
  const queries = tables.find(isOfQueries);
  const pages = tables.find(isOfPages);
  return {
    source: searchConsole,
    ...{ firstDay: names[0] ?? "", lastDay: names.at(-1) ?? "" },
    numbers: [
      { label: clicksLabel, value: String(sum(days, "clicks")), unit: "" },
      { label: "Shown in Google Search", value: String(sum(days, "impressions")), unit: "times" },
      { label: "Average position", value: String(position), unit: "" },
    ],
    queryClicks: queries === undefined ? null : sum(queries, "clicks"),
    lists: [...listOf("searches", queries), ...listOf("pages", pages)],
  };
}

function listOf(kind: FoundList["kind"], lines: readonly Line[] | undefined): FoundList[] {
  if (lines === undefined) return [];
  const shown = lines.map((line) => ({ ...line, position: String(line.position) }));
  return [{ kind, lines: topLines(shown) }];
}

const isAddress = (name: string) => /^https?:\/\//.test(name);

const isOfPages = (lines: readonly Line[]) => lines.every(({ name }) => isAddress(name));

/**
 * Distinguishes searches from countries and devices: Search Console writes searches in lower case,
 * and capitalizes names of countries and devices.
 */
function isOfQueries(lines: readonly Line[]): boolean {
  const texts = lines.map(({ name }) => name);
  if (texts.some((name) => isDay(name)) || texts.every(isAddress)) return false;
  const lower = texts.filter((name) => name === name.toLowerCase()).length;
  return lower * 2 > texts.length;
}

const percent = /%|٪/;
const whole = /^\d{1,3}(?:[\s\u00a0\u202f.,’']?\d{3})*$|^\d+$/;

/**
 * The lines of a table with a name, clicks, impressions, rate and position; undefined for another
 * table.
 */
function tableOf(rows: readonly (readonly string[])[]): readonly Line[] | undefined {
  const body = rows.slice(1);
  if (body.length === 0 || body.some((row) => row.length !== 5)) return undefined;
  const columns = [1, 2, 3, 4];
  const valuesOf = (column: number) => body.map((row) => (row[column] ?? "").trim());
  const rate = columns.find((column) => valuesOf(column).every((value) => percent.test(value)));
  if (rate === undefined) return undefined;
  const others = columns.filter((column) => column !== rate);
  // Positions have decimals, and counts never have any.
  const position =
    others.find((column) => valuesOf(column).some((value) => !whole.test(value))) ?? others.at(-1);
  const counts = others.filter((column) => column !== position);
  const [one = 1, other = 2] = counts;
  const read = (column: number) => valuesOf(column).map((value) => countOf(value));
  const [first, second] = [read(one), read(other)];
  // A search has at least as many impressions as clicks.
  const isFirstClicks = first.every((count, at) => count <= (second[at] ?? 0));
  const isSecondClicks = second.every((count, at) => count <= (first[at] ?? 0));
  if (!isFirstClicks && !isSecondClicks) return undefined;
  const [clicks, impressions] = isFirstClicks ? [first, second] : [second, first];
  const positions = valuesOf(position ?? 4).map((value) => Number(value.replace(",", ".")));
  if ([...clicks, ...impressions, ...positions].some(Number.isNaN)) return undefined;
  return body.map((row, at) => ({
    name: (row[0] ?? "").trim(),
    clicks: clicks[at] ?? 0,
    impressions: impressions[at] ?? 0,
    position: positions[at] ?? 0,
  }));
}

function countOf(value: string): number {
  return whole.test(value) ? Number(value.replace(/\D/g, "")) : Number.NaN;
}
