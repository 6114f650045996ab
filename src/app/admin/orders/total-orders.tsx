import { Alert, Anchor, Box, Button, Checkbox, Group, Stack, Text, Title } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import { Link, useNavigation } from "react-router";
import { moneyTotals, salesTotalCents } from "../../../orders/sales/order-totals.ts";
import { type OrderSearch, orderSearchParameters } from "../../../orders/search/order-search.ts";
import { servicesOf } from "../../app-context.server.ts";
import { pageTitle } from "../../document/page-title.ts";
import type { OrderRow } from "../../ordering/order/order-row.server.ts";
import { totalsInWords, whatTotalsCount } from "../dashboard/totals-in-words.ts";
import { adminOnly } from "../shell/admin-guard.server.ts";
import { AdminOrdersTable } from "../ui/admin-orders-table.tsx";
import { AdminPagination, PageLinks } from "../ui/admin-pagination.tsx";
import type { AdminColumn } from "../ui/admin-table.tsx";
import type { Route } from "./+types/total-orders";
import { ActiveFilters } from "./active-filters.tsx";
import { changeOrders } from "./bulk-action.server.ts";
import { BulkStatus } from "./bulk-status.tsx";
import { NoOrdersFound } from "./no-orders-found.tsx";
import { OrderFilters } from "./order-filters.tsx";
import { readOrdersTable } from "./orders-search.server.ts";
import { ordersHref, sortLabels } from "./search-words.ts";
import { sortHeads } from "./sort-heads.tsx";

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
  return { ...table, totals: totalsInWords(salesCents, money) };
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
        {/* A new address, by Back too, shows its own values. */}
        <OrderFilters key={address} search={search} plans={plans} isLoading={isLoading} />
        <ActiveFilters search={search} />
        {problems.length > 0 && (
          <Alert color="yellow" title="A part of the address was left out">
            {problems.join(" ")}
          </Alert>
        )}
        {orders.sort !== search.sort && (
          <Text size="sm" c="dimmed">
            So many orders cannot be sorted that way at once: shown with the{" "}
            {sortLabels[orders.sort].toLowerCase()}. Narrow the search to sort it.
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

/** Outside of the router: the answer is a file. */
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
          Many orders were looked through, and few of them fit.{" "}
          <Anchor component={Link} to={hrefOf(orders.page + 1, orders.pausedAt)} underline="always">
            Look further
          </Anchor>
        </Text>
      )}
      <PageLinks page={orders.page} links={links} label={label} />
    </>
  );
}
