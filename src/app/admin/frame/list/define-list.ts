import type { ListPath } from "#access/admins/saved-tabs.ts";
import type { CsvCell } from "#platform/texts/csv.ts";
import type { AdminColumn } from "../ui/admin-table.tsx";

/** Labels of all sorts, by the value of `sort` in the URL. */
export const sortLabels = {
  newest: "Newest first",
  oldest: "Oldest first",
  "hits-high": "Most visits first",
  "amount-high": "Highest amount first",
  "amount-low": "Lowest amount first",
  "name-a-z": "Name, A to Z",
  "name-z-a": "Name, Z to A",
  "email-a-z": "Email, A to Z",
  "email-z-a": "Email, Z to A",
} as const;

type ListSort = keyof typeof sortLabels;

export interface Choice<Value extends string = string> {
  readonly value: Value;
  readonly label: string;
}

interface ListFilter {
  readonly name: string;
  readonly label: string;
  /**
   * The choices, or "loaded" for choices that only the server knows (`withChoices`). A filter
   * without choices takes a date.
   */
  readonly options?: readonly Choice[] | "loaded";
  /** Text in the row of active filters; the label of the choice by default. */
  readonly describe?: (value: string) => string;
}

export interface TableColumn<Row> extends AdminColumn<Row> {
  /** The two values of `sort` that clicks on the header alternate between. */
  readonly sorts?: readonly [first: ListSort, second: ListSort];
}

interface CsvColumn<Exported> {
  readonly heading: string;
  /** Value in the CSV file, made from what the operation returns. */
  readonly csv: (exported: Exported) => CsvCell;
}

/** A column of the table, of the CSV file, or of both. */
export type ListColumn<Row, Exported = never> =
  | (TableColumn<Row> & Partial<CsvColumn<Exported>>)
  | CsvColumn<Exported>;

/** A list of the panel. `Row` is a row of its table, `Exported` a row of its CSV file. */
export interface List<Row = never, Exported = never> {
  readonly path: ListPath;
  /** Singular and plural, as in "1 order" and "2 orders". */
  readonly one: string;
  readonly many: string;
  readonly search?: {
    readonly name: string;
    readonly label: string;
    readonly placeholder: string;
    readonly maxLength: number;
  };
  readonly filters: readonly ListFilter[];
  /** The first sort is the default. */
  readonly sorts: readonly ListSort[];
  /**
   * Built-in searches. The order of the parameters must be the order in which the server writes
   * them (search, filters, sort), because tabs are compared as text.
   */
  readonly tabs: readonly { readonly label: string; readonly query: string }[];
  readonly columns: readonly ListColumn<Row, Exported>[];
  /** Path of the CSV file; omitted when the list has none. */
  readonly csv?: string;
  /** Headings of the CSV file in its order, where that is not the order of the columns. */
  readonly csvOrder?: readonly string[];
}

/**
 * Declares a list. Its screen, the reading of its URL (`read-list.server.ts`), its saved tabs and
 * its CSV file (`list-exports.server.ts`) follow from the declaration.
 */
export function defineList<const L extends List>(list: L): L {
  return list;
}

export function choicesOf<Value extends string>(
  labels: Readonly<Record<Value, string>>,
): readonly Choice<Value>[] {
  return Object.entries<string>(labels).map(([value, label]) => ({ value: value as Value, label }));
}

export function withChoices<Row, Exported>(
  list: List<Row, Exported>,
  name: string,
  options: readonly Choice[],
): List<Row, Exported> {
  const filters = list.filters.map((filter) =>
    filter.name === name ? { ...filter, options } : filter,
  );
  return { ...list, filters };
}

/** Changes some parameters of a query; "" removes a parameter. */
export function changedQuery(query: string, changes: Readonly<Record<string, string>>): string {
  const parameters = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changes)) {
    if (value === "") parameters.delete(name);
    else parameters.set(name, value);
  }
  return parameters.toString();
}

export function listHref(
  path: string,
  query: string,
  changes: Readonly<Record<string, string>> = {},
): string {
  const changed = changedQuery(query, changes);
  return changed === "" ? path : `${path}?${changed}`;
}

interface ActiveFilter {
  readonly name: string;
  readonly label: string;
}

/** The active filters. The text of the search field comes first. */
export function activeFilters({ search, filters }: List, query: string): ActiveFilter[] {
  const parameters = new URLSearchParams(query);
  const typed = search && { name: search.name, describe: (value: string) => `“${value}”` };
  const all: readonly Omit<ListFilter, "label">[] = typed ? [typed, ...filters] : filters;
  return all.flatMap((filter) => {
    const value = parameters.get(filter.name) ?? "";
    if (value === "") return [];
    const choices = filter.options === "loaded" ? [] : filter.options;
    const choice = choices?.find((option) => option.value === value)?.label ?? value;
    return [{ name: filter.name, label: filter.describe?.(value) ?? choice }];
  });
}

/** Removes search text and filters, and keeps the sort. */
export function everythingIn(list: List, query: string): string {
  const none = activeFilters(list, query).map(({ name }) => [name, ""] as const);
  return changedQuery(query, Object.fromEntries(none));
}

/** Words for the rows after those on the pages, and for the first rows of the list. */
export function ageWords(query: string): { readonly beyond: string; readonly first: string } {
  const isOldestFirst = new URLSearchParams(query).get("sort") === "oldest";
  return isOldestFirst
    ? { beyond: "newer", first: "oldest" }
    : { beyond: "older", first: "newest" };
}

export function capitalised(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
