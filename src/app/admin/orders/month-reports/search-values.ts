import { monthName } from "#reports/report.ts";
import type { FoundPositions } from "#reports/searches/positions-in-file.ts";
import { mostSearches, type SearchTable, searchKey } from "#reports/searches/search-positions.ts";

type Values = Readonly<Record<string, string>>;

const nameOf = (nth: number) => `searches.${nth}.search`;
const positionOf = (nth: number) => `searches.${nth}.position`;

/** Fields of the form by name. Each name is a path of the operation's input. */
export const searchFields = { nameOf, positionOf };

export interface SearchRow {
  readonly search: string;
  readonly position: string;
}

/** The searches of an order with their positions in the last month of the table. */
export function valuesOfSearches({ lines }: SearchTable): Values {
  return valuesOfRows(
    lines.map(({ search, positions }) => ({ search, position: positions.at(-1) ?? "" })),
  );
}

/** Clears the rows after the last one, because the typed values are merged into the former ones. */
export function valuesOfRows(rows: readonly SearchRow[], formerCount = 0): Values {
  const values: Record<string, string> = {};
  for (let nth = 0; nth < Math.max(rows.length, formerCount); nth += 1) {
    values[nameOf(nth)] = rows[nth]?.search ?? "";
    values[positionOf(nth)] = rows[nth]?.position ?? "";
  }
  return values;
}

/** All rows of the form, also empty ones between others. */
export function rowsOf(values: Values): readonly SearchRow[] {
  const rows: SearchRow[] = [];
  for (let nth = 0; nth < mostSearches; nth += 1) {
    rows.push({ search: values[nameOf(nth)] ?? "", position: values[positionOf(nth)] ?? "" });
  }
  return rows.slice(0, rows.findLastIndex(isFilled) + 1);
}

const isFilled = ({ search, position }: SearchRow) =>
  search.trim() !== "" || position.trim() !== "";

/** Input of `saveSearches`, which leaves out empty rows. */
export function inputOfSearches(values: Values) {
  return { revision: Number(values.revision) || 0, searches: rowsOf(values) };
}

/** Adds one search a line, without those that are listed already or do not fit the list. */
export function withSearches(rows: readonly SearchRow[], text: string) {
  const filled = rows.filter(isFilled);
  const keys = new Set(filled.map(({ search }) => searchKey(search)));
  const added: SearchRow[] = [];
  for (const line of text.split(/\r?\n/)) {
    const search = line.trim();
    if (search === "" || keys.has(searchKey(search))) continue;
    keys.add(searchKey(search));
    added.push({ search, position: "" });
  }
  const room = Math.max(0, mostSearches - filled.length);
  return { rows: [...filled, ...added.slice(0, room)], left: added.slice(room).length };
}

interface Taken {
  readonly rows: readonly SearchRow[];
  /** What was taken over and what was not, for the person who imports. */
  readonly sentences: readonly string[];
}

/**
 * Gives the listed searches their positions of the file. An order without searches gets those with
 * the most clicks, as many as it promises.
 */
export function withFoundPositions(
  rows: readonly SearchRow[],
  { lines, firstDay, lastDay }: FoundPositions,
  { month, promised }: { readonly month: string; readonly promised: number },
): Taken {
  const isOtherPeriod =
    firstDay !== "" && (firstDay.slice(0, 7) !== month || lastDay.slice(0, 7) !== month);
  const about = isOtherPeriod
    ? [
        `The file is about ${firstDay} to ${lastDay}, and this is the report of ${monthName(month)}.`,
      ]
    : [];
  const listed = rows.filter(isFilled);
  if (listed.length === 0) {
    const first = lines.slice(0, Math.min(mostSearches, promised || 10));
    const most = first.length === 1 ? "search" : `${first.length} searches`;
    return {
      rows: first,
      sentences: [
        ...about,
        `The ${most} with the most clicks of ${lines.length} in the file. Change them as you like, then save.`,
      ],
    };
  }
  const found = new Map(lines.map(({ search, position }) => [searchKey(search), position]));
  const taken = listed.map((row) => ({
    ...row,
    position: found.get(searchKey(row.search)) ?? row.position,
  }));
  const missing = listed.filter(({ search }) => !found.has(searchKey(search)));
  return {
    rows: taken,
    sentences: [
      ...about,
      `${listed.length - missing.length} of ${listed.length} searches have their position from the file. Save to keep them.`,
      ...(missing.length === 0
        ? []
        : [
            `Not in the file, so not changed: ${missing.map(({ search }) => search).join(", ")}. Search Console leaves out searches for which your page was not shown.`,
          ]),
    ],
  };
}
