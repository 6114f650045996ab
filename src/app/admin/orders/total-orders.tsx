import { Alert, Anchor, Box, Button, Checkbox, Group, Stack, Text, Title } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconDownload, IconX } from "@tabler/icons-react";
import { useState } from "react";
import { Link, useNavigation } from "react-router";
import { moneyTotals, salesTotalCents } from "../../../orders/sales/order-totals.ts";
import {
  everyOrder,
  type OrderSearch,
  type OrderSort,
  orderSearchParameters,
  orderSorts,
} from "../../../orders/search/order-search.ts";
import { servicesOf } from "../../app-context.server.ts";
import { pageTitle } from "../../document/page-meta.ts";
import type { OrderRow } from "../../ordering/order/order-row.server.ts";
import { describeTotals, whatTotalsCount } from "../dashboard/dashboard-totals.tsx";
import { adminOnly } from "../shell/admin-guard.server.ts";
import { AdminOrdersTable } from "../ui/admin-orders-table.tsx";
import { AdminPagination, PageLinks } from "../ui/admin-pagination.tsx";
import type { AdminColumn } from "../ui/admin-table.tsx";
import type { Route } from "./+types/total-orders";
import { changeOrders } from "./bulk-action.server.ts";
import { BulkStatus } from "./bulk-status.tsx";
import { OrderFilters } from "./order-filters.tsx";
import { readOrdersTable } from "./orders-search.server.ts";
import {
  activeFilters,
  type FilterName,
  ordersHref,
  orderTabs,
  sortLabels,
  withoutFilter,
} from "./search-words.ts";

/** Sort orders a column header cycles through. */
const sortsOf: Readonly<Record<string, readonly [OrderSort, OrderSort]>> = {
  "Order Date": ["newest", "oldest"],
  Name: ["name-a-z", "name-z-a"],
  Amount: ["amount-high", "amount-low"],
};

/** Sortable column headers by heading. */
function sortHeads(search: OrderSearch, sort: OrderSort) {
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

interface NoOrdersFoundProps {
  search: OrderSearch;
  /** Filters that match no order even alone. */
  idle: readonly FilterName[];
}

/** Explains an empty result, with links to remove filters. */
function NoOrdersFound({ search, idle }: NoOrdersFoundProps) {
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
          : "Each filter matches orders, but no order matches all of them."}
      </Text>
      {active.length > 1 &&
        named.map(({ name, label }) => (
          <Anchor key={name} component={Link} to={ordersHref(withoutFilter(search, name))} py={8}>
            Search without {label}
          </Anchor>
        ))}
      <Anchor component={Link} to={ordersHref({ ...everyOrder, sort: search.sort })} py={8}>
        Show all orders
      </Anchor>
    </Stack>
  );
}

/** Links to the searches that are needed most. */
function OrderTabs({ search }: { search: OrderSearch }) {
  const here = ordersHref(search);
  return (
    <Group component="nav" aria-label="Orders by state" gap={6}>
      {orderTabs.map(({ label, filters }) => {
        const href = ordersHref({ ...everyOrder, sort: search.sort, ...filters });
        return (
          <Button
            key={label}
            component={Link}
            to={href}
            preventScrollReset
            size="xs"
            h={{ base: 44, sm: 32 }}
            variant={href === here ? "filled" : "default"}
            aria-current={href === here ? "page" : undefined}
          >
            {label}
          </Button>
        );
      })}
    </Group>
  );
}

/** Active filters, each with a button that removes it. */
function ActiveFilters({ search }: { search: OrderSearch }) {
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

export const handle = { breadcrumb: [{ label: "Total Orders" }] };

export function meta() {
  return pageTitle("Total Orders");
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const [table, salesCents, money] = await Promise.all([
    readOrdersTable(services, actor, request),
    salesTotalCents(services, actor),
    moneyTotals(services, actor),
  ]);
  return { ...table, totals: describeTotals(salesCents, money) };
}

export async function action({ request, context }: Route.ActionArgs) {
  return changeOrders(servicesOf(context), await adminOnly(context, request), request);
}

export default function TotalOrders({ loaderData }: Route.ComponentProps) {
  const { search, problems, plans, orders, idle, totals } = loaderData;
  const navigation = useNavigation();
  const isLoading = navigation.location?.pathname.startsWith("/total-orders") ?? false;
  const address = orderSearchParameters(search).toString();
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="end">
        <Title order={1}>Total Orders</Title>
        <div>
          <Group gap="0 var(--mantine-spacing-lg)">
            {totals.map(({ label, amount }) => (
              <Text key={label}>
                {label} <strong>{amount}</strong>
              </Text>
            ))}
          </Group>
          <Text size="xs" c="dimmed">
            {whatTotalsCount}
          </Text>
        </div>
      </Group>
      <Stack gap="sm">
        <OrderTabs search={search} />
        {/* The key resets the fields when the URL changes, also by Back. */}
        <OrderFilters key={address} search={search} plans={plans} isLoading={isLoading} />
        <ActiveFilters search={search} />
        {problems.length > 0 && (
          <Alert color="yellow" title="Part of the address was ignored">
            {problems.join(" ")}
          </Alert>
        )}
        {orders.sort !== search.sort && (
          <Text size="sm" c="dimmed">
            There are too many orders to sort this way, so they are shown with the{" "}
            {sortLabels[orders.sort].toLowerCase()}. Narrow your search to sort them.
          </Text>
        )}
      </Stack>
      <Box opacity={isLoading ? 0.5 : undefined} aria-busy={isLoading}>
        {orders.items.length === 0 && orders.pausedAt === null ? (
          <NoOrdersFound search={search} idle={idle} />
        ) : (
          <FoundOrders key={orders.items.map(({ id }) => id).join()} {...{ search, orders }} />
        )}
      </Box>
    </Stack>
  );
}

type FoundOrdersProps = Pick<Route.ComponentProps["loaderData"], "search" | "orders">;

function FoundOrders({ search, orders }: FoundOrdersProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const toggle = (id: string) => setChosen(chosen.symmetricDifference(new Set([id])));
  const choice: AdminColumn<OrderRow> = {
    heading: "Choose",
    cell: ({ id, number }) => (
      <Checkbox
        aria-label={`Choose order ${number}`}
        checked={chosen.has(id)}
        onChange={() => toggle(id)}
      />
    ),
  };
  return (
    <>
      <Group justify="space-between" mb="xs">
        <Text size="sm" c="dimmed" role="status">
          {countOf(orders)}
        </Text>
        <ExportLink search={search} />
      </Group>
      <BulkStatus rows={orders.items} chosen={chosen} onChoose={setChosen} />
      <AdminOrdersTable
        orders={orders}
        updateLabel="Update"
        choice={choice}
        heads={sortHeads(search, orders.sort)}
      />
      <OrderPages search={search} orders={orders} />
    </>
  );
}

function countOf({ total, isCounted }: FoundOrdersProps["orders"]): string {
  if (!isCounted) return `More than ${(total - 1).toLocaleString("en-US")} orders`;
  return total === 1 ? "1 order" : `${total.toLocaleString("en-US")} orders`;
}

/** A plain link, because the response is a file. */
function ExportLink({ search }: { search: OrderSearch }) {
  return (
    <Button
      component="a"
      href={`/api/orders/export?${orderSearchParameters(search)}`}
      download
      variant="default"
      size="xs"
      h={{ base: 44, sm: 32 }}
      leftSection={<IconDownload size={16} stroke={1.6} aria-hidden />}
    >
      Export CSV
    </Button>
  );
}

function OrderPages({ search, orders }: FoundOrdersProps) {
  const label = "Pages of orders";
  if (orders.near === null) {
    const hrefOf = (page: number) => ordersHref(search, { page: String(page) });
    return <AdminPagination {...{ label, hrefOf }} {...orders} />;
  }
  const hrefOf = (page: number, after: string | null) =>
    ordersHref(search, after === null ? {} : { page: String(page), after });
  const links = orders.near.map(({ page, after }) => ({ page, href: hrefOf(page, after) }));
  return (
    <>
      {orders.pausedAt !== null && (
        <Text size="sm" mt="md">
          Many orders were searched, and few of them match.{" "}
          <Anchor component={Link} to={hrefOf(orders.page + 1, orders.pausedAt)} underline="always">
            Keep searching
          </Anchor>
        </Text>
      )}
      <PageLinks page={orders.page} links={links} label={label} />
    </>
  );
}
