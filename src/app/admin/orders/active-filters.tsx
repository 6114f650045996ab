import { Button, Group } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { Link } from "react-router";
import { everyOrder, type OrderSearch } from "../../../orders/search/order-search.ts";
import { activeFilters, ordersHref, withoutFilter } from "./search-words.ts";

/** What the table leaves out by, each to be taken back by itself. */
export function ActiveFilters({ search }: { search: OrderSearch }) {
  const active = activeFilters(search);
  if (active.length === 0) return null;
  return (
    <Group
      component="ul"
      role="list"
      aria-label="Filters in use"
      gap={6}
      p={0}
      m={0}
      style={{ listStyle: "none" }}
    >
      {active.map(({ name, label }) => (
        <li key={name}>
          <Button
            component={Link}
            to={ordersHref(withoutFilter(search, name))}
            preventScrollReset
            variant="light"
            size="xs"
            h={{ base: 44, sm: 32 }}
            maw="100%"
            rightSection={<IconX size={14} aria-hidden />}
            aria-label={`Remove the filter ${label}`}
          >
            {label}
          </Button>
        </li>
      ))}
      {active.length > 1 && (
        <li>
          <Button
            component={Link}
            to={ordersHref({ ...everyOrder, sort: search.sort })}
            preventScrollReset
            variant="subtle"
            size="xs"
            h={{ base: 44, sm: 32 }}
          >
            Clear all
          </Button>
        </li>
      )}
    </Group>
  );
}
