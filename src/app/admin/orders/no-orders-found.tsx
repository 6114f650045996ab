import { Anchor, Stack, Text } from "@mantine/core";
import { Link } from "react-router";
import { everyOrder, type OrderSearch } from "../../../orders/search/order-search.ts";
import { activeFilters, type FilterName, ordersHref, withoutFilter } from "./search-words.ts";

interface NoOrdersFoundProps {
  search: OrderSearch;
  /** The filters that find nothing even by themselves. */
  idle: readonly FilterName[];
}

/** Says which filter finds nothing, with ways out. */
export function NoOrdersFound({ search, idle }: NoOrdersFoundProps) {
  const active = activeFilters(search);
  if (active.length === 0) return <Text c="dimmed">No orders yet.</Text>;
  const guilty = active.filter(({ name }) => idle.includes(name));
  const named = guilty.length > 0 ? guilty : active;
  return (
    <Stack align="flex-start" gap={4} py="xl">
      <Text fw={600}>No order found</Text>
      <Text c="dimmed">
        {guilty.length > 0 || active.length === 1
          ? `${named.map(({ label }) => label).join(", ")}: there is no such order.`
          : "Each filter finds orders, but no order passes all of them."}
      </Text>
      {active.length > 1 &&
        named.map(({ name, label }) => (
          <Anchor key={name} component={Link} to={ordersHref(withoutFilter(search, name))} py={8}>
            Look without {label}
          </Anchor>
        ))}
      <Anchor component={Link} to={ordersHref({ ...everyOrder, sort: search.sort })} py={8}>
        Show all orders
      </Anchor>
    </Stack>
  );
}
