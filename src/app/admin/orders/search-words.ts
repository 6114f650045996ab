import {
  everyOrder,
  type OrderSearch,
  type OrderSort,
  orderSearchParameters,
} from "../../../orders/search/order-search.ts";

export const sortLabels: Readonly<Record<OrderSort, string>> = {
  newest: "Newest first",
  oldest: "Oldest first",
  "amount-high": "Highest amount first",
  "amount-low": "Lowest amount first",
  "name-a-z": "Name, A to Z",
  "name-z-a": "Name, Z to A",
};

export type FilterName = Exclude<keyof OrderSearch, "sort">;

/** The searches that are needed most, as tabs. They keep the sort. */
export const orderTabs: readonly { label: string; filters: Partial<OrderSearch> }[] = [
  { label: "All", filters: {} },
  { label: "To deliver", filters: { payment: "Paid", status: "Pending" } },
  { label: "Not paid", filters: { payment: "UnPaid" } },
  { label: "Delivered", filters: { status: "Delivered" } },
  { label: "Refunded", filters: { payment: "Refunded" } },
];

/** An active filter with its description. */
export interface ActiveFilter {
  readonly name: FilterName;
  readonly label: string;
}

const words: Readonly<Record<FilterName, (value: string) => string>> = {
  q: (value) => `“${value}”`,
  payment: (value) => value,
  status: (value) => value,
  plan: (value) => `Plan ${value}`,
  from: (value) => `From ${value}`,
  to: (value) => `Until ${value}`,
};

export function activeFilters(search: OrderSearch): ActiveFilter[] {
  return (Object.keys(words) as FilterName[]).flatMap((name) => {
    const value = search[name];
    return value === null || value === "" ? [] : [{ name, label: words[name](value) }];
  });
}

export function withoutFilter(search: OrderSearch, name: FilterName): OrderSearch {
  return { ...search, [name]: everyOrder[name] };
}

/** A search with only one of its filters. */
export function onlyFilter(search: OrderSearch, name: FilterName): OrderSearch {
  return { ...everyOrder, [name]: search[name] };
}

export function ordersHref(search: OrderSearch, place: Record<string, string> = {}): string {
  const parameters = orderSearchParameters(search);
  for (const [name, value] of Object.entries(place)) parameters.set(name, value);
  return parameters.size === 0 ? "/total-orders" : `/total-orders?${parameters}`;
}
