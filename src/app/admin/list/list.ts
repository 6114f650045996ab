import type { ListPath } from "../../../access/admins/saved-tabs.ts";

export interface ListFilter {
  /** Parameter of the URL. */
  readonly name: string;
  readonly label: string;
  /** Choices; a filter without any takes a day. */
  readonly options?: readonly { readonly value: string; readonly label: string }[];
  /** Value in the row of active filters; the choice by default. */
  readonly describe?: (value: string) => string;
}

/** The parts of a list of the panel, except its rows. */
export interface List {
  readonly path: ListPath;
  /** Its items, as in "1 order" and "2 orders". */
  readonly one: string;
  readonly many: string;
  readonly search: {
    readonly name: string;
    readonly label: string;
    readonly placeholder: string;
    readonly maxLength: number;
  };
  readonly filters: readonly ListFilter[];
  /** Labels of the sorts by their value in the URL, the default first. */
  readonly sorts: Readonly<Record<string, string>>;
  /** Searches that are needed most. Parameters have the order in which the server writes them. */
  readonly tabs: readonly { readonly label: string; readonly query: string }[];
}

/** URL parameters with some of them changed; "" removes one. */
export function changedQuery(query: string, changes: Readonly<Record<string, string>>): string {
  const parameters = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changes)) {
    if (value === "") parameters.delete(name);
    else parameters.set(name, value);
  }
  return parameters.toString();
}

/** Address of a list with a search. */
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

/** Filters of a search, with the words typed into the search field first. */
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

/** The search without its filters, in the same sort. */
export function everythingIn(list: List, query: string): string {
  const none = activeFilters(list, query).map(({ name }) => [name, ""] as const);
  return changedQuery(query, Object.fromEntries(none));
}

export function capitalised(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
