import type { ListPath } from "#access/admins/saved-tabs.ts";

interface ListFilter {
  readonly name: string;
  readonly label: string;
  /** The choices; a filter without choices takes a date. */
  readonly options?: readonly { readonly value: string; readonly label: string }[];
  /** Text in the row of active filters; the label of the choice by default. */
  readonly describe?: (value: string) => string;
}

/** Declares a list of the panel: its name, search, filters, sorts and tabs, but not its columns. */
export interface List {
  readonly path: ListPath;
  /** Singular and plural, as in "1 order" and "2 orders". */
  readonly one: string;
  readonly many: string;
  readonly search: {
    readonly name: string;
    readonly label: string;
    readonly placeholder: string;
    readonly maxLength: number;
  };
  readonly filters: readonly ListFilter[];
  /** Labels by the value of `sort` in the URL. The first sort is the default. */
  readonly sorts: Readonly<Record<string, string>>;
  /**
   * Built-in searches. The order of the parameters must be the order in which the server writes
   * them, because tabs are compared as text.
   */
  readonly tabs: readonly { readonly label: string; readonly query: string }[];
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
  const typed = { name: search.name, describe: (value: string) => `“${value}”` };
  return [typed, ...filters].flatMap((filter: Partial<ListFilter> & { name: string }) => {
    const value = parameters.get(filter.name) ?? "";
    if (value === "") return [];
    const choice = filter.options?.find((option) => option.value === value)?.label ?? value;
    return [{ name: filter.name, label: filter.describe?.(value) ?? choice }];
  });
}

/** Removes search text and filters, and keeps the sort. */
export function everythingIn(list: List, query: string): string {
  const none = activeFilters(list, query).map(({ name }) => [name, ""] as const);
  return changedQuery(query, Object.fromEntries(none));
}

export function capitalised(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
