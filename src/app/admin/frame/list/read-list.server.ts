import { listSavedTabs } from "#access/admins/saved-tabs.ts";
import { pageNumberOf } from "#app/page-number.server.ts";
import type { Services } from "#compose.ts";
import { isDay } from "#platform/time/calendar.ts";
import type { Actor } from "#policy/actor.ts";
import type { List } from "./define-list.ts";

type FilterValues<L extends List> = {
  readonly [Filter in L["filters"][number] as Filter["name"]]: Filter extends {
    readonly options: readonly { readonly value: infer Value }[];
  }
    ? Value | ""
    : string;
};

type Values<L extends List> = (L extends { readonly search: { readonly name: infer Name } }
  ? Readonly<Record<Name & string, string>>
  : object) &
  FilterValues<L> & { readonly sort: L["sorts"][number] };

const longestChoice = 100;

/**
 * Reads the search of a list from its URL. An invalid value counts as the default. `query` contains
 * the parameters whose values differ from the defaults.
 */
export function readListQuery<const L extends List>(
  request: Request,
  { search, filters, sorts }: L,
): { readonly values: Values<L>; readonly query: string } {
  const asked = new URL(request.url).searchParams;
  const query = new URLSearchParams();
  const values: Record<string, string> = {};
  const read = (name: string, accept: (text: string) => string, byDefault = "") => {
    const value = accept(asked.get(name)?.trim() ?? "");
    values[name] = value;
    if (value !== byDefault) query.set(name, value);
  };
  const choose = (known: readonly string[], byDefault = "") => {
    return (text: string) => (known.includes(text) ? text : byDefault);
  };
  if (search) read(search.name, (text) => text.slice(0, search.maxLength));
  for (const { name, options } of filters) {
    if (options === "loaded") read(name, (text) => text.slice(0, longestChoice));
    else if (options) read(name, choose(options.map(({ value }) => value)));
    else read(name, (text) => (isDay(text) ? text : ""));
  }
  read("sort", choose(sorts, sorts[0]), sorts[0]);
  return { values: values as Values<L>, query: query.toString() };
}

/** Reads everything from the URL of a list, and the tabs that the team has saved for the list. */
export async function readList<const L extends List>(
  services: Services,
  actor: Actor,
  request: Request,
  list: L,
) {
  const { values, query } = readListQuery(request, list);
  const asked = new URL(request.url).searchParams;
  return {
    search: {
      ...values,
      page: pageNumberOf(request),
      // Earlier versions named the place "before" or "older".
      after: asked.get("after") ?? asked.get("before") ?? asked.get("older") ?? "",
    },
    shown: { query, savedTabs: await listSavedTabs(services, actor, list.path) },
  };
}
