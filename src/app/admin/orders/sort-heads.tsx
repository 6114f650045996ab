import { Anchor } from "@mantine/core";
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { Link } from "react-router";
import {
  type OrderSearch,
  type OrderSort,
  orderSorts,
} from "../../../orders/search/order-search.ts";
import { ordersHref, sortLabels } from "./search-words.ts";

/** What a head's first click sorts by, and its second. */
const sortsOf: Readonly<Record<string, readonly [OrderSort, OrderSort]>> = {
  "Order Date": ["newest", "oldest"],
  Name: ["name-a-z", "name-z-a"],
  Amount: ["amount-high", "amount-low"],
};

/** Heads of columns that sort the table, by the heading of the column. */
export function sortHeads(search: OrderSearch, sort: OrderSort) {
  const direction = orderSorts[sort].descending ? ("descending" as const) : ("ascending" as const);
  return Object.fromEntries(
    Object.entries(sortsOf).map(([heading, sorts]) => {
      const sorted = sorts.includes(sort) ? direction : undefined;
      const next = sort === sorts[0] ? sorts[1] : sorts[0];
      const header = SortHead({ heading, sorted, next, search });
      return [heading, { header, sorted }];
    }),
  );
}

interface SortHeadProps {
  heading: string;
  sorted: "ascending" | "descending" | undefined;
  next: OrderSort;
  search: OrderSearch;
}

function SortHead({ heading, sorted, next, search }: SortHeadProps) {
  return (
    <Anchor
      component={Link}
      to={ordersHref({ ...search, sort: next })}
      preventScrollReset
      inherit
      c={sorted === undefined ? "inherit" : undefined}
      title={sortLabels[next]}
    >
      {heading}
      {sorted === "ascending" && <IconArrowUp size={12} aria-hidden />}
      {sorted === "descending" && <IconArrowDown size={12} aria-hidden />}
    </Anchor>
  );
}
